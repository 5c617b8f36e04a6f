import { useLayoutEffect } from 'react';
import { dark as darkPalette, light as lightPalette } from './palette.ts';

type Rgb = readonly [number, number, number];

/** WCAG AA contrast of text. */
const READABLE = 4.5;
const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** Mixing of the soft accent background, as in `tokens.css`. */
const soft = {
  light: { over: white, share: 0.12 },
  dark: { over: rgbOf(darkPalette.surface), share: 0.28 },
} as const;

/** Text colour on an accent: white, or dark if white has too little contrast. */
export function lettersOn(accent: string): string {
  return contrast(rgbOf(accent), white) >= READABLE ? '#ffffff' : lightPalette.text;
}

/** Accent as text colour: lightened on dark, darkened on light backgrounds until the contrast suffices. */
export function asText(accent: string, onDark: boolean): string {
  const colour = rgbOf(accent);
  const { over, share } = soft[onDark ? 'dark' : 'light'];
  const ground = mixed(over, colour, share);
  const [towards, least] = onDark ? ([white, 0.55] as const) : ([black, 0.2] as const);
  for (let part: number = least; ; part += 0.05) {
    const text = mixed(colour, towards, Math.min(1, part));
    if (part >= 1 || contrast(text, ground) >= READABLE) return hexOf(text);
  }
}

function rgbOf(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

function hexOf(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const at = (i: 0 | 1 | 2) => one[i] + (other[i] - one[i]) * share;
  return [at(0), at(1), at(2)];
}

/** WCAG contrast of two colours of the palette. */
export function contrastOf(one: string, other: string): number {
  return contrast(rgbOf(one), rgbOf(other));
}

function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Applies a custom accent; `tokens.css` derives the other colours. */
export function useBrand(accent: string | null | undefined): void {
  useLayoutEffect(() => {
    const { dataset, style } = document.documentElement;
    if (!accent) return;
    dataset.brand = 'own';
    style.setProperty('--brand', accent);
    style.setProperty('--on-brand', lettersOn(accent));
    style.setProperty('--brand-text', asText(accent, false));
    style.setProperty('--brand-text-dark', asText(accent, true));
    return () => {
      delete dataset.brand;
    };
  }, [accent]);
}
