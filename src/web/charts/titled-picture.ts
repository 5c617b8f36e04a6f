import { strokePatterns } from './line-styles.ts';
import type { Look } from './look.ts';

/** In CSS pixels. */
const margin = 16;
const lineHeight = 20;

/** Legend entry: stroke, name and statistics. */
interface LegendEntry {
  name: string;
  text: string;
  colour: number;
  dash: number;
}

/** Picture with heading above and the full legend below, so that it is understandable on its own. */
export function titledPicture(
  picture: HTMLCanvasElement,
  heading: readonly string[],
  look: Look,
  scale: number,
  legend: readonly LegendEntry[] = [],
): string {
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (!pen) return picture.toDataURL();
  const fonts = heading.map((_, at) => (at === 0 ? `600 14px ${look.font}` : `12px ${look.font}`));
  const lines = heading.flatMap((text, at) => {
    pen.font = fonts[at] ?? '';
    const wide = (part: string) => pen.measureText(part).width;
    return wrapped(text, picture.width / scale - 2 * margin, wide).map((part) => ({ part, at }));
  });
  const height = margin + lines.length * lineHeight;
  canvas.width = picture.width;
  const legendTop = height + picture.height / scale;
  canvas.height = (legendTop + (legend.length > 0 ? legend.length * lineHeight + margin : 0)) * scale;
  pen.scale(scale, scale);
  pen.fillStyle = look.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = 'top';
  for (const [nth, { part, at }] of lines.entries()) {
    pen.font = fonts[at] ?? '';
    pen.fillStyle = at === 0 ? look.text : look.soft;
    pen.fillText(part, margin, margin + nth * lineHeight);
  }
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.drawImage(picture, 0, height * scale);
  pen.scale(scale, scale);
  drawLegend(pen, legend, look, legendTop, picture.width / scale);
  return canvas.toDataURL();
}

function drawLegend(
  pen: CanvasRenderingContext2D,
  legend: readonly LegendEntry[],
  look: Look,
  top: number,
  width: number,
): void {
  pen.font = `12px ${look.font}`;
  pen.textBaseline = 'middle';
  for (const [nth, { name, text, colour, dash }] of legend.entries()) {
    const y = top + nth * lineHeight + lineHeight / 2;
    pen.strokeStyle = look.series[colour % look.series.length] ?? look.soft;
    pen.lineWidth = 2;
    pen.setLineDash([...(strokePatterns[dash] ?? [])]);
    pen.beginPath();
    pen.moveTo(margin, y);
    pen.lineTo(margin + 20, y);
    pen.stroke();
    pen.fillStyle = look.text;
    pen.textAlign = 'start';
    pen.fillText(name, margin + 28, y);
    pen.fillStyle = look.soft;
    pen.textAlign = 'end';
    pen.fillText(text, width - margin, y);
  }
}

/** Breaks text to `width`: Chinese between any characters, other words as a whole. */
export function wrapped(text: string, width: number, wide: (part: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const part of text.match(/[\w.,:/()-]+\s*|\s+|./gu) ?? []) {
    if (line !== '' && wide((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += part;
  }
  return line === '' ? lines : [...lines, line.trimEnd()];
}
