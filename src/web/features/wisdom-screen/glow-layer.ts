import type { Map as MapLibre } from 'maplibre-gl';
import { fitCanvas } from '#web/map/fit-canvas.ts';
import { worldPixels, worldPlace } from '#web/map/gatherings.ts';

/** A station as a light on the map. */
export interface Glow {
  site_id: number;
  longitude: number;
  latitude: number;
  /** Undefined without current data. */
  colour: string | undefined;
  figure: string;
  /** AQI level or water class; 0 without current data. */
  grade: number;
  name: string;
  alarm: boolean;
}

export interface GlowLayer {
  show(lights: readonly Glow[]): void;
  /** Shows ripples at stations that just sent data. */
  ripple(site_ids: Iterable<number>): void;
  remove(): void;
}

/** Pixels of the 1920 × 1080 design. */
const size = { core: 6, halo: 26, dim: 4, ring: 13, figure: 20, name: 15 };
const rippleMs = 1600;
/** Frame rate of ripples; more would keep a software renderer busy. */
const rippleFps = 5;
/** Most simultaneous ripples; more would not be visible. */
const ripplesMost = 120;
const named = 40;
const dimColour = '#5b7596';
const alarmColour = '#ffb020';

interface Placed extends Glow {
  x: number;
  y: number;
}

/**
 * Lights on a canvas above the map. Memory is bounded (lights, one sprite per colour, at most `ripplesMost` ripples),
 * so that it can run for weeks. Lights are painted to an offscreen canvas when they or the map change, so that a ripple
 * frame costs the same for any number of stations.
 */
export function glowLayer(map: MapLibre, scale: number): GlowLayer {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;pointer-events:none';
  map.getCanvasContainer().append(canvas);
  const painted = document.createElement('canvas');
  const sprites = new Map<string, HTMLCanvasElement>();
  const ripples = new Map<number, number>();
  let lights: (Placed & { wx: number; wy: number })[] = [];
  let seen: Placed[] = [];
  let timer: ReturnType<typeof setInterval> | undefined;

  const spriteOf = (colour: string) => {
    const known = sprites.get(colour);
    if (known) return known;
    const made = sprite(colour, scale);
    sprites.set(colour, made);
    return made;
  };
  const paint = () => {
    seen = placed(map, lights);
    const brush = fitCanvas(painted, map.getCanvas(), scale);
    if (!brush) return;
    for (const light of seen) {
      if (light.colour) {
        const picture = spriteOf(light.colour);
        brush.drawImage(picture, light.x - size.halo, light.y - size.halo, size.halo * 2, size.halo * 2);
      } else dot(brush, light, size.dim, dimColour);
      if (light.alarm) circle(brush, light, size.ring, alarmColour, 3);
    }
    write(brush, seen, map.getCanvas());
  };
  const draw = () => {
    const brush = fitCanvas(canvas, map.getCanvas(), scale);
    if (!brush) return;
    const now = performance.now();
    for (const [site_id, since] of ripples) if (now - since > rippleMs) ripples.delete(site_id);
    for (const light of ripples.size > 0 ? seen : []) {
      const since = ripples.get(light.site_id);
      if (since !== undefined && light.colour) ring(brush, light, light.colour, (now - since) / rippleMs);
    }
    brush.resetTransform();
    // drawImage throws for an empty canvas, as before the map's layout.
    if (painted.width > 0 && painted.height > 0) brush.drawImage(painted, 0, 0);
  };
  const repaint = () => {
    paint();
    draw();
  };
  const tick = () => {
    draw();
    if (ripples.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
  const listening = map.on('render', repaint);
  return {
    show: (all) => {
      lights = all.map((light) => {
        const { x, y } = worldPlace(light.longitude, light.latitude);
        return { ...light, wx: x, wy: y, x: 0, y: 0 };
      });
      repaint();
    },
    ripple: (site_ids) => {
      const now = performance.now();
      for (const site_id of site_ids) {
        if (ripples.size >= ripplesMost) break;
        if (!ripples.has(site_id)) ripples.set(site_id, now);
      }
      if (ripples.size > 0) timer ??= setInterval(tick, 1000 / rippleFps);
    },
    remove: () => {
      clearInterval(timer);
      listening.unsubscribe();
      ripples.clear();
      sprites.clear();
      canvas.remove();
    },
  };
}

/** Lights inside the viewport with their screen positions. */
function placed(map: MapLibre, lights: readonly (Placed & { wx: number; wy: number })[]): Placed[] {
  const { lng, lat } = map.getCenter();
  const middle = worldPlace(lng, lat);
  const at = map.project([lng, lat]);
  const pixels = worldPixels * 2 ** map.getZoom();
  const { clientWidth, clientHeight } = map.getCanvas();
  const seen: Placed[] = [];
  for (const light of lights) {
    light.x = at.x + (light.wx - middle.x) * pixels;
    light.y = at.y + (light.wy - middle.y) * pixels;
    const { x, y } = light;
    if (x > -size.halo && y > -size.halo && x < clientWidth + size.halo && y < clientHeight + size.halo)
      seen.push(light);
  }
  return seen;
}

function sprite(colour: string, scale: number): HTMLCanvasElement {
  const made = document.createElement('canvas');
  const ratio = devicePixelRatio * scale;
  made.width = made.height = Math.ceil(size.halo * 2 * ratio);
  const brush = made.getContext('2d');
  if (!brush) return made;
  brush.scale(ratio, ratio);
  const glow = brush.createRadialGradient(size.halo, size.halo, 1, size.halo, size.halo, size.halo);
  glow.addColorStop(0, colour);
  glow.addColorStop(0.28, `${colour}90`);
  glow.addColorStop(1, `${colour}00`);
  brush.fillStyle = glow;
  brush.fillRect(0, 0, size.halo * 2, size.halo * 2);
  dot(brush, { x: size.halo, y: size.halo }, size.core, colour);
  // The white ring keeps maroon and purple visible on navy.
  circle(brush, { x: size.halo, y: size.halo }, size.core, '#ffffffd0', 1.5);
  return made;
}

function dot(
  brush: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  radius: number,
  colour: string,
) {
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
  brush.fillStyle = colour;
  brush.fill();
}

function circle(
  brush: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  radius: number,
  colour: string,
  width: number,
) {
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
  brush.lineWidth = width;
  brush.strokeStyle = colour;
  brush.stroke();
}

function ring(brush: CanvasRenderingContext2D, at: Placed, colour: string, age: number) {
  brush.globalAlpha = Math.max(0, 1 - age) * 0.8;
  circle(brush, at, size.core + age * size.halo, colour, 2);
  brush.globalAlpha = 1;
}

/** Order of labels: alarms first, then the worst; only one of close labels fits. */
export function firstWritten(a: Glow, b: Glow): number {
  const byFigure = (Number(b.figure) || 0) - (Number(a.figure) || 0);
  return Number(b.alarm) - Number(a.alarm) || b.grade - a.grade || byFigure;
}

type Sheet = Pick<HTMLElement, 'clientWidth' | 'clientHeight'>;

/** Centre of a label, shifted inwards at the sides; undefined if cut off at top or bottom. */
export function uncut(
  { x, y }: { x: number; y: number },
  { w, h }: { w: number; h: number },
  { clientWidth, clientHeight }: Sheet,
): { x: number; y: number } | undefined {
  if (y < h / 2 || y > clientHeight - h / 2) return undefined;
  return { x: Math.max(w / 2 + 4, Math.min(clientWidth - w / 2 - 4, x)), y };
}

/** Draws figures, and names if there are few stations, where there is room. */
function write(
  brush: CanvasRenderingContext2D,
  seen: readonly Placed[],
  { clientWidth, clientHeight }: Sheet,
) {
  const withNames = seen.length <= named;
  const taken: { x: number; y: number; w: number; h: number }[] = [];
  const order = [...seen].filter(({ figure }) => withNames || figure !== '').sort(firstWritten);
  brush.textAlign = 'center';
  brush.textBaseline = 'middle';
  brush.lineJoin = 'round';
  for (const { x, y, figure, name } of order) {
    const box = withNames ? { w: Math.max(56, widthOf(brush, name)), h: 44 } : { w: 44, h: 24 };
    const middle = uncut({ x, y: y - size.ring - box.h / 2 }, box, { clientWidth, clientHeight });
    if (!middle || x < 0 || x > clientWidth) continue;
    const isFree = taken.every(
      (other) =>
        Math.abs(other.x - middle.x) > (other.w + box.w) / 2 ||
        Math.abs(other.y - middle.y) > (other.h + box.h) / 2,
    );
    if (!isFree) continue;
    taken.push({ ...middle, ...box });
    text(brush, figure, middle.x, y - size.ring - 11, `700 ${size.figure}px`, '#ffffff');
    if (withNames) text(brush, name, middle.x, y - size.ring - 33, nameFont, '#9fd8ff');
  }
}

const nameFont = `500 ${size.name}px`;

/** Measured, as Latin letters are half as wide as Chinese characters. */
function widthOf(brush: CanvasRenderingContext2D, name: string): number {
  brush.font = `${nameFont} ${family}`;
  return brush.measureText(name).width;
}

const family = "system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";

function text(
  brush: CanvasRenderingContext2D,
  word: string,
  x: number,
  y: number,
  font: string,
  colour: string,
) {
  brush.font = `${font} ${family}`;
  brush.lineWidth = 4;
  brush.strokeStyle = '#041024e0';
  brush.strokeText(word, x, y);
  brush.fillStyle = colour;
  brush.fillText(word, x, y);
}
