interface Size {
  width: number;
  height: number;
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Distance to the pointer in pixels. */
const gap = 16;

const between = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high));

/** Beside the pointer if there is room, else above or below; never covers it and is never cut off. */
export function readoutPlace(
  pointer: { x: number; y: number },
  { width, height }: Size,
  room: Box,
): { left: number; top: number } {
  const { x, y } = pointer;
  const top = between(y - height / 2, room.top, room.bottom - height);
  if (x + gap + width <= room.right) return { left: x + gap, top };
  if (x - gap - width >= room.left) return { left: x - gap - width, top };
  const left = between(x - width / 2, room.left, room.right - width);
  return { left, top: y - gap - height >= room.top ? y - gap - height : y + gap };
}
