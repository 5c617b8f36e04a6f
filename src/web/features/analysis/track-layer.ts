import type { Map as MapLibre } from 'maplibre-gl';
import type { TrackCell, TrackStop } from '#shared/domain/track.ts';
import { fitCanvas } from '#web/map/fit-canvas.ts';
import type { MapLook } from '#web/map/look.ts';

export interface DrawnTrack {
  name: string;
  lons: Float64Array;
  lats: Float64Array;
  /** Colour per point; undefined if its value is missing or excluded. */
  colours: readonly (string | undefined)[];
  /** Indexes of the first and last point of each segment between gaps. */
  ways: readonly { first: number; last: number }[];
  stops: readonly TrackStop[];
  /** Direction that the wind blows from in degrees, and its speed. */
  winds: readonly ({ direction: number; speed: number } | null)[];
  /** Index of the point at the cursor. */
  at: number | undefined;
  /** Newest position. */
  now: { longitude: number; latitude: number } | undefined;
}

export interface TrackScene {
  tracks: readonly DrawnTrack[];
  cells: readonly (TrackCell & { colour: string })[];
  barbs: boolean;
}

export interface TrackLayer {
  show(scene: TrackScene): void;
  canvas: HTMLCanvasElement;
  remove(): void;
}

const missing = '#8a979e';
/** Distance between two wind barbs in pixels. */
const barbEvery = 56;

/** Map overlay of tracks, grid cells, stops, wind barbs and positions; names in the colours of the map. */
export function trackLayer(map: MapLibre, look: () => MapLook): TrackLayer {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;pointer-events:none';
  map.getCanvasContainer().append(canvas);
  let scene: TrackScene | undefined;
  const draw = () => {
    const brush = fitCanvas(canvas, map.getCanvas());
    if (!brush || !scene) return;
    for (const { west, south, east, north, colour } of scene.cells) {
      const [a, b] = [map.project([west, north]), map.project([east, south])];
      brush.globalAlpha = 0.55;
      brush.fillStyle = colour;
      brush.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
      brush.globalAlpha = 1;
    }
    for (const track of scene.tracks) drawTrack(brush, map, track, scene.barbs);
    for (const track of scene.tracks) drawPosition(brush, map, track, look());
  };
  const listening = map.on('render', draw);
  return {
    canvas,
    show: (next) => {
      scene = next;
      draw();
    },
    remove: () => {
      listening.unsubscribe();
      canvas.remove();
    },
  };
}

function drawTrack(brush: CanvasRenderingContext2D, map: MapLibre, track: DrawnTrack, barbs: boolean): void {
  const { lons, lats, colours, winds } = track;
  const places = Array.from(lons, (lon, i) => map.project([lon, lats[i] ?? 0]));
  brush.lineCap = 'round';
  for (const { first, last } of track.ways) {
    for (const [width, rim] of [
      [6, true],
      [4, false],
    ] as const)
      for (let i = first + 1; i <= last; i++) {
        const [from, to] = [places[i - 1], places[i]];
        if (!from || !to) continue;
        brush.beginPath();
        brush.moveTo(from.x, from.y);
        brush.lineTo(to.x, to.y);
        brush.lineWidth = width;
        brush.strokeStyle = rim ? '#14222a90' : (colours[i] ?? missing);
        brush.stroke();
      }
  }
  if (barbs) {
    let last = { x: -1000, y: -1000 };
    for (const [i, wind] of winds.entries()) {
      const place = places[i];
      if (!wind || !place || Math.hypot(place.x - last.x, place.y - last.y) < barbEvery) continue;
      last = place;
      drawBarb(brush, place, wind);
    }
  }
  for (const { longitude, latitude } of track.stops) {
    const { x, y } = map.project([longitude, latitude]);
    spot(brush, x, y, 6, '#ffffff', '#b3261e');
  }
  const at = track.at === undefined ? undefined : places[track.at];
  if (at) spot(brush, at.x, at.y, 8, colours[track.at ?? 0] ?? missing, '#14222a');
}

function drawPosition(
  brush: CanvasRenderingContext2D,
  map: MapLibre,
  { name, now }: DrawnTrack,
  { text, halo }: MapLook,
): void {
  if (!now) return;
  const { x, y } = map.project([now.longitude, now.latitude]);
  spot(brush, x, y, 9, '#0f6b7a', '#ffffff');
  brush.font = "600 12px system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";
  brush.lineWidth = 3;
  brush.strokeStyle = halo;
  brush.strokeText(name, x + 13, y + 4);
  brush.fillStyle = text;
  brush.fillText(name, x + 13, y + 4);
}

function spot(
  brush: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  fill: string,
  rim: string,
) {
  brush.beginPath();
  brush.arc(x, y, radius, 0, 2 * Math.PI);
  brush.fillStyle = fill;
  brush.fill();
  brush.lineWidth = 3;
  brush.strokeStyle = rim;
  brush.stroke();
}

/** The shaft points to where the wind comes from; a full feather is 4 m/s, a half one 2 m/s. */
function drawBarb(
  brush: CanvasRenderingContext2D,
  { x, y }: { x: number; y: number },
  { direction, speed }: { direction: number; speed: number },
) {
  brush.save();
  brush.translate(x, y);
  brush.rotate((direction * Math.PI) / 180);
  brush.beginPath();
  brush.moveTo(0, 0);
  brush.lineTo(0, -24);
  const halves = Math.round(speed / 2);
  for (let half = 0, at = -24; half < halves; half += 2, at += 5) {
    brush.moveTo(0, at);
    brush.lineTo(half + 1 < halves ? 9 : 5, at - 3);
  }
  // Pale outline: without it a barb is invisible on the dark map.
  for (const [width, colour] of [
    [4, '#ffffffe0'],
    [1.6, '#14222a'],
  ] as const) {
    brush.lineWidth = width;
    brush.strokeStyle = colour;
    brush.stroke();
  }
  brush.restore();
}
