import type { Look } from '#web/charts/look.ts';
import { bandColours, type HeatScale } from './heat-scale.ts';

/** In CSS pixels. */
const margin = 16;
const widest = 480;
const barHeight = 10;
const lineHeight = 18;

export interface PictureScale {
  scale: HeatScale;
  colours: Uint8ClampedArray;
  /** Factor with its unit. */
  title: string;
  /** Names of the levels; empty if the colours are not those of levels. */
  levels: readonly string[];
}

/** A map picture with its colour scale below. */
export function withScale(
  picture: HTMLCanvasElement,
  { scale, colours, title, levels }: PictureScale,
  look: Look,
  ratio: number,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return picture;
  canvas.width = picture.width;
  canvas.height = picture.height + (4 * lineHeight + margin) * ratio;
  pen.fillStyle = look.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(picture, 0, 0);
  pen.scale(ratio, ratio);
  const width = Math.min(widest, picture.width / ratio - 2 * margin) / Math.max(1, scale.limits.length);
  const top = picture.height / ratio + margin / 2;
  pen.textBaseline = 'middle';
  pen.fillStyle = look.text;
  pen.font = `600 12px ${look.font}`;
  pen.fillText(title, margin, top + lineHeight / 2);
  pen.font = `12px ${look.font}`;
  for (const [band, limit] of scale.limits.entries()) {
    const left = margin + band * width;
    const barTop = top + 2 * lineHeight;
    const gradient = pen.createLinearGradient(left, 0, left + width, 0);
    const shades = bandColours(scale, colours, band);
    for (const [i, shade] of shades.entries()) gradient.addColorStop(i / (shades.length - 1), shade);
    pen.fillStyle = gradient;
    pen.fillRect(left, barTop, width, barHeight);
    pen.fillStyle = look.soft;
    pen.textAlign = 'center';
    pen.fillText(levels[band] ?? '', left + width / 2, barTop - lineHeight / 2);
    pen.fillStyle = look.text;
    pen.textAlign = 'end';
    pen.fillText(String(limit), left + width, barTop + barHeight + lineHeight / 2);
  }
  return canvas;
}
