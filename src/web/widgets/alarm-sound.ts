import type { UserSet } from '#shared/contract/access/sign-in.ts';

export type AlarmSound = UserSet['alarm_sound'];

interface Tone {
  hertz: number;
  /** Start in seconds. */
  at: number;
  lasts: number;
  /** Final frequency of a glide. */
  to?: number;
}

const tones: Record<AlarmSound, readonly Tone[]> = {
  off: [],
  chime: [
    { hertz: 880, at: 0, lasts: 0.6 },
    { hertz: 1109, at: 0.18, lasts: 0.8 },
  ],
  bell: [0, 0.25, 0.5].map((at) => ({ hertz: 1568, at, lasts: 0.35 })),
  siren: [0, 0.7].flatMap((at) => [
    { hertz: 600, at, lasts: 0.35, to: 1200 },
    { hertz: 1200, at: at + 0.35, lasts: 0.35, to: 600 },
  ]),
};

const LOUDNESS = 0.2;
const START_MS = 1000;

/** Synthesised, so that no file must be loaded when an alarm arrives. Resolves at the end of the sound. */
export async function playAlarm(sound: AlarmSound): Promise<void> {
  if (tones[sound].length === 0) return;
  const audio = new AudioContext();
  // Autoplay policy: browsers block audio until the user has interacted with the page.
  await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, START_MS))]);
  if (audio.state !== 'running') return audio.close();
  const ends = tones[sound].map(({ hertz, at, lasts, to }) => {
    const start = audio.currentTime + at;
    const oscillator = new OscillatorNode(audio, { frequency: hertz });
    const gain = new GainNode(audio, { gain: LOUDNESS });
    if (to) oscillator.frequency.linearRampToValueAtTime(to, start + lasts);
    // Fades out: an abrupt end would click.
    gain.gain.setValueAtTime(LOUDNESS, start);
    gain.gain.exponentialRampToValueAtTime(0.001, start + lasts);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(start);
    oscillator.stop(start + lasts);
    return new Promise((resolve) => oscillator.addEventListener('ended', resolve));
  });
  await Promise.all(ends);
  await audio.close();
}
