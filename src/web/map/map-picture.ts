import type { Map as MapLibre } from 'maplibre-gl';

/** A picture of the map as it is, with what is drawn over it. */
export async function mapPicture(
  map: MapLibre,
  over: HTMLCanvasElement | undefined,
): Promise<HTMLCanvasElement> {
  const drawn = map.once('render');
  map.triggerRepaint();
  // The ground can be read only in the frame in which it is drawn.
  return drawn.then(() => {
    const ground = map.getCanvas();
    const picture = document.createElement('canvas');
    picture.width = ground.width;
    picture.height = ground.height;
    const pen = picture.getContext('2d');
    pen?.drawImage(ground, 0, 0);
    if (over) pen?.drawImage(over, 0, 0, ground.width, ground.height);
    return picture;
  });
}
