import { WallMap } from './WallMap.tsx';
import { useWallScope } from './wall-scope.ts';

/** The map in its own chunk: its renderer is larger than the rest of the wall. */
export function ScopedMap() {
  return <WallMap {...useWallScope()} />;
}
