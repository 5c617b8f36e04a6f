import type { EChartsType } from './echarts.ts';
import { type Look, lookNow } from './look.ts';

/** Pixel ratio of exported pictures. */
export const sharpness = 2;

/** Renders the chart with `look`. A look other than the screen's is reverted before the next paint. */
export function canvasOf(
  chart: Pick<EChartsType, 'renderToCanvas'>,
  look: Look,
  paint: (look: Look) => void,
): HTMLCanvasElement {
  const onScreen = lookNow();
  const isOther = look.surface !== onScreen.surface;
  if (isOther) paint(look);
  const canvas = chart.renderToCanvas({ pixelRatio: sharpness, backgroundColor: look.surface });
  if (isOther) paint(onScreen);
  return canvas;
}
