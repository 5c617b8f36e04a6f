import type { Look } from './time-chart-option.ts';

/** Around the heading and between its lines, in pixels of the page. */
const margin = 16;
const lineHeight = 20;

/** A picture under lines that say what it shows, as an address to save: on its own it must be understood. */
export function titledPicture(
  picture: HTMLCanvasElement,
  heading: readonly string[],
  look: Look,
  scale: number,
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
  canvas.height = picture.height + height * scale;
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
  return canvas.toDataURL();
}

/** Lines that are no wider than there is room; Chinese breaks anywhere, words stay whole. */
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
