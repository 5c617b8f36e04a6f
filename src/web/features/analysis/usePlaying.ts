import { useEffect, useState } from 'react';

export const playSpeeds = [1, 2, 4, 8] as const;
export type PlaySpeed = (typeof playSpeeds)[number];

/** Plays `speed` steps per second, as far as frames are loaded. Another `film` begins at its own start. */
export function usePlaying(ready: number, start: number, film = '') {
  const [step, setStep] = useState(start);
  const [shownFilm, setShownFilm] = useState(film);
  if (shownFilm !== film) {
    setShownFilm(film);
    setStep(start);
  }
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState<PlaySpeed>(2);
  const last = Math.max(0, ready - 1);
  const shown = Math.min(step, last);
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => setStep((now) => Math.min(last, now + 1)), 1000 / speed);
    return () => clearInterval(timer);
  }, [playing, speed, last]);
  const isOver = playing && shown >= last;
  useEffect(() => {
    if (isOver) setPlaying(false);
  }, [isOver]);
  return {
    step: shown,
    playing,
    speed,
    setSpeed,
    go: (to: number) => {
      setPlaying(false);
      setStep(Math.min(last, Math.max(0, to)));
    },
    toggle: () => {
      if (!playing && shown >= last) setStep(0);
      setPlaying(!playing);
    },
  };
}
