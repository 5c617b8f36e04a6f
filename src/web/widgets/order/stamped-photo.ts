import { MINUTE_MS } from '#shared/domain/time-units.ts';
import { fitted } from '#web/ui/small-picture.ts';

const frame = { width: 1600, height: 1600, fill: false };
const quality = 0.82;

/** Photo downscaled for slow connections, with time and place stamped in. */
export async function stampedPhoto(file: File, lines: readonly string[]): Promise<File> {
  const bitmap = await createImageBitmap(file);
  const { sheet } = fitted(bitmap.width, bitmap.height, frame);
  const canvas = Object.assign(document.createElement('canvas'), sheet);
  const context = canvas.getContext('2d');
  if (!context) return file;
  context.drawImage(bitmap, 0, 0, sheet.width, sheet.height);
  bitmap.close();
  const size = Math.max(14, Math.round(sheet.width / 45));
  const height = (lines.length + 0.6) * size * 1.3;
  context.fillStyle = 'rgb(0 0 0 / 55%)';
  context.fillRect(0, sheet.height - height, sheet.width, height);
  context.fillStyle = '#fff';
  context.font = `${size}px sans-serif`;
  context.textBaseline = 'top';
  lines.forEach((line, at) => {
    context.fillText(line, size * 0.6, sheet.height - height + size * (0.4 + at * 1.3), sheet.width - size);
  });
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  return blob ? new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' }) : file;
}

/** Position of the device; undefined if unknown or denied. */
export function whereNow(): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (!('geolocation' in navigator)) {
      resolve(undefined);
      return;
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(`${coords.longitude.toFixed(5)}, ${coords.latitude.toFixed(5)}`),
      () => resolve(undefined),
      { timeout: 5000, maximumAge: MINUTE_MS },
    );
  });
}
