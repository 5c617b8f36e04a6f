/** The most that a picture may measure, and whether it is cut to fill that. */
export interface PictureFrame {
  width: number;
  height: number;
  fill: boolean;
  /** A photograph: it may lose a little, so that it is small enough to be stored. */
  photo?: boolean;
}

/** Where a picture of this size is drawn, and on what sheet. Nothing is enlarged. */
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

/** A chosen file as a small picture in a text. Rejects what the browser cannot show. */
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

/** What the contract takes, and how much a photograph loses until it fits. */
const LONGEST = 400_000;
const QUALITIES = [0.85, 0.7, 0.55, 0.4];
