import type { Map as MapLibre } from 'maplibre-gl';

/** Time-out of the first tile, and allowed number of consecutive failures. */
const patienceMs = 10_000;
const failuresBorne = 4;

/** Calls `onLost` once if the provider's tiles do not load, or stop loading. */
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
