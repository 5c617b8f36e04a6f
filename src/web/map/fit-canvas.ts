/**
 * Sizes a layer's canvas like the map's, in device pixels, and clears it. The returned context draws in CSS pixels;
 * `scale` enlarges the picture.
 */
export function fitCanvas(canvas: HTMLCanvasElement, ground: HTMLCanvasElement, scale = 1) {
  const { clientWidth: width, clientHeight: height } = ground;
  const ratio = devicePixelRatio * scale;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide || canvas.height !== high) {
    canvas.width = wide;
    canvas.height = high;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  const brush = canvas.getContext('2d');
  brush?.setTransform(ratio, 0, 0, ratio, 0, 0);
  brush?.clearRect(0, 0, width, height);
  return brush;
}
