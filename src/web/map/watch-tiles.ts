import type { Map as MapLibre } from 'maplibre-gl';

/** So long is waited for the first tile, and so many may fail one after the other. */
const patienceMs = 10_000;
const failuresBorne = 4;

/** Tells once when the ground of a provider does not come: none of it at first, or none of it any more. */
export function watchTiles(map: MapLibre, ground: string, onLost: () => void): () => void {
  let failures = 0;
  const stop = () => {
    clearTimeout(waiting);
    for (const one of listening) one.unsubscribe();
  };
  const lose = () => {
    stop();
    onLost();
  };
  const waiting = setTimeout(lose, patienceMs);
  const listening = [
    map.on('sourcedata', ({ sourceId, tile }) => {
      if (sourceId !== ground || !tile) return;
      failures = 0;
      clearTimeout(waiting);
    }),
    map.on('error', (event) => {
      if (!('sourceId' in event) || event.sourceId !== ground) return;
      failures += 1;
      if (failures >= failuresBorne) lose();
    }),
  ];
  return stop;
}
