import type { UserSet } from '#shared/contract/access/sign-in.ts';

export type AlarmSound = UserSet['alarm_sound'];

interface Tone {
  hertz: number;
  /** Seconds after the beginning. */
  at: number;
  lasts: number;
  /** Where the pitch glides to. */
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

/** Made of plain tones, so that there is no file to fetch when it matters. Resolves when it has ended. */
export async function playAlarm(sound: AlarmSound): Promise<void> {
  if (tones[sound].length === 0) return;
  const audio = new AudioContext();
  // Browsers stay silent until the reader has touched the page.
  await Promise.race([audio.resume(), new Promise((resolve) => setTimeout(resolve, START_MS))]);
  if (audio.state !== 'running') return audio.close();
  const ends = tones[sound].map(({ hertz, at, lasts, to }) => {
    const start = audio.currentTime + at;
    const oscillator = new OscillatorNode(audio, { frequency: hertz });
    const gain = new GainNode(audio, { gain: LOUDNESS });
    if (to) oscillator.frequency.linearRampToValueAtTime(to, start + lasts);
    // A tone that breaks off clicks.
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
