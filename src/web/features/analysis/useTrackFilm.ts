import { usePlaying } from './usePlaying.ts';

/** Steps of the playback, independent of the number of points. */
const steps = 240;

/** Playback of a time range: each step shows the track up to then. */
export function useTrackFilm(from: number, to: number) {
  const play = usePlaying(steps, steps - 1);
  const timeOf = (step: number) => from + ((step + 1) / steps) * (to - from);
  return {
    play,
    steps,
    timeOf,
    cursor: timeOf(play.step),
    goTo: (at: number) => play.go(Math.round(((at - from) / (to - from)) * steps) - 1),
  };
}
