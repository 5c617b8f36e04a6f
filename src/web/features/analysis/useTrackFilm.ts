import { usePlaying } from './usePlaying.ts';

/** A film of so many steps, however many points there are. */
const steps = 240;

/** The film of a span of time: each step shows what was driven until then. */
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
