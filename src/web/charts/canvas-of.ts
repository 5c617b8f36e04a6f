import type { EChartsType } from './echarts.ts';
import { type Look, lookNow } from './look.ts';

/** Points of a saved picture for each of the page. */
export const sharpness = 2;

/** A chart as a picture with this look. One that is not the screen's is undone before the screen is painted. */
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
