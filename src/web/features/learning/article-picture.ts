import { fitted } from '#web/ui/small-picture.ts';

/** Maximum size of a stored picture (`contract/platform/pictures.ts`). */
const MOST_CHARACTERS = 400_000;
const widths = [1600, 1200, 900, 640, 420];

/** Downscaled photo as large as the limit allows; undefined if the browser cannot decode it. */
export async function articlePicture(file: Blob): Promise<string | undefined> {
  const bitmap = await createImageBitmap(file).catch(() => undefined);
  if (!bitmap) return undefined;
  try {
    for (const width of widths) {
      const { sheet } = fitted(bitmap.width, bitmap.height, { width, height: 2 * width, fill: false });
      const canvas = Object.assign(document.createElement('canvas'), sheet);
      canvas.getContext('2d')?.drawImage(bitmap, 0, 0, sheet.width, sheet.height);
      const image = canvas.toDataURL('image/webp', 0.85);
      if (image.length <= MOST_CHARACTERS) return image;
    }
    return undefined;
  } finally {
    bitmap.close();
  }
}
