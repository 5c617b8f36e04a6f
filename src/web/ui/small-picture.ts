/** Maximum size of a picture, and whether it is cropped to fill it. */
export interface PictureFrame {
  width: number;
  height: number;
  fill: boolean;
  /** Uses lossy compression. */
  photo?: boolean;
}

/** Canvas size and position of the drawn picture; never enlarges. */
export function fitted(width: number, height: number, frame: PictureFrame) {
  const ratios = [frame.width / width, frame.height / height];
  const scale = Math.min(1, frame.fill ? Math.max(...ratios) : Math.min(...ratios));
  const drawn = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const sheet = {
    width: Math.min(drawn.width, frame.width),
    height: Math.min(drawn.height, frame.height),
  };
  return {
    sheet,
    drawn: { ...drawn, x: (sheet.width - drawn.width) / 2, y: (sheet.height - drawn.height) / 2 },
  };
}

/** Downscaled picture as a data URL. Rejects files that the browser cannot decode. */
export async function smallPicture(file: Blob, frame: PictureFrame): Promise<string> {
  const bitmap = await createImageBitmap(file);
  const { sheet, drawn } = fitted(bitmap.width, bitmap.height, frame);
  const canvas = Object.assign(document.createElement('canvas'), sheet);
  canvas.getContext('2d')?.drawImage(bitmap, drawn.x, drawn.y, drawn.width, drawn.height);
  bitmap.close();
  if (!frame.photo) return canvas.toDataURL('image/png');
  const tried = QUALITIES.map((quality) => canvas.toDataURL('image/jpeg', quality));
  return tried.find((text) => text.length <= LONGEST) ?? tried[tried.length - 1] ?? '';
}

/** Maximum length in the contract; JPEG qualities are tried until one fits. */
const LONGEST = 400_000;
const QUALITIES = [0.85, 0.7, 0.55, 0.4];
