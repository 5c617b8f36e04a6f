import type { Map as MapLibre } from 'maplibre-gl';

/** Picture of the current map with its overlay. */
export async function mapPicture(
  map: MapLibre,
  over: HTMLCanvasElement | undefined,
): Promise<HTMLCanvasElement> {
  const drawn = map.once('render');
  map.triggerRepaint();
  // The WebGL buffer can only be read in the frame in which it is drawn.
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
