import type { Map as MapLibre } from 'maplibre-gl';
import { type SurfaceGrid, type SurfaceWeights, surfaceOf, surfaceWeights } from '#shared/domain/surface.ts';
import { fitCanvas } from '#web/map/fit-canvas.ts';
import type { MapLook } from '#web/map/look.ts';

export interface HeatStation {
  longitude: number;
  latitude: number;
  name: string;
}

export interface HeatFrame {
  /** Parallel to the stations; NaN without a value. */
  values: Float32Array;
  /** Labels; empty without a value, or outside the chosen area. */
  figures: readonly string[];
  max: number;
  colours: Uint8ClampedArray;
}

export interface HeatLayer {
  show(frame: HeatFrame): void;
  setStations(stations: readonly HeatStation[], radius_km: number): void;
  /** Area that the surface may cover; called after every view change. */
  setMask(mask: ((grid: SurfaceGrid) => Uint8Array | undefined) | undefined): void;
  setDots(shown: boolean): void;
  /** The layer's own canvas, as large as the map's. */
  canvas: HTMLCanvasElement;
  remove(): void;
}

/** Cell size in screen pixels: the surface is drawn small and scaled up. */
const cellPx = 8;
const power = 2;
const opacity = 165;
const labelsMost = 160;
const PALE = 0.35;

/** Interpolated surface and station dots as a map overlay; figures in the colours of the map. */
export function heatLayer(map: MapLibre, look: () => MapLook): HeatLayer {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;pointer-events:none';
  map.getCanvasContainer().append(canvas);
  const small = document.createElement('canvas');
  let stations: readonly HeatStation[] = [];
  let radius = 50;
  let maskOf: ((grid: SurfaceGrid) => Uint8Array | undefined) | undefined;
  let hasDots = true;
  let frame: HeatFrame | undefined;
  let view: { weights: SurfaceWeights; corners: [[number, number], [number, number]] } | undefined;

  const reckon = () => {
    const { grid, corners } = gridOf(map);
    const points = stations.map(({ longitude, latitude }) => [longitude, latitude] as const);
    const weights = surfaceWeights(grid, points, { power, radius_km: radius }, maskOf?.(grid));
    small.width = grid.lons.length;
    small.height = grid.lats.length;
    view = { weights, corners };
    paint();
  };
  const paint = () => {
    if (view && frame) paintSurface(small, surfaceOf(view.weights, frame.values, 1), frame);
    draw();
  };
  const draw = () => {
    const brush = fitCanvas(canvas, map.getCanvas());
    if (!brush || !frame || !view) return;
    const [from, to] = view.corners.map((corner) => map.project(corner));
    if (!from || !to) return;
    brush.imageSmoothingEnabled = true;
    brush.imageSmoothingQuality = 'high';
    brush.drawImage(small, from.x, from.y, to.x - from.x, to.y - from.y);
    if (hasDots) drawDots(brush, map, stations, frame, look());
  };
  const listening = [map.on('render', draw), map.on('moveend', reckon), map.on('resize', reckon)];
  return {
    canvas,
    show: (next) => {
      frame = next;
      if (view) paint();
      else reckon();
    },
    setStations: (all, radius_km) => {
      stations = all;
      radius = radius_km;
      frame = undefined;
      reckon();
    },
    setMask: (next) => {
      maskOf = next;
      reckon();
    },
    setDots: (shown) => {
      hasDots = shown;
      draw();
    },
    remove: () => {
      for (const one of listening) one.unsubscribe();
      canvas.remove();
    },
  };
}

function gridOf(map: MapLibre) {
  const { clientWidth, clientHeight } = map.getCanvas();
  const columns = Math.max(2, Math.ceil(clientWidth / cellPx));
  const rows = Math.max(2, Math.ceil(clientHeight / cellPx));
  const lons = Float64Array.from({ length: columns }, (_, i) => map.unproject([(i + 0.5) * cellPx, 0]).lng);
  const lats = Float64Array.from({ length: rows }, (_, i) => map.unproject([0, (i + 0.5) * cellPx]).lat);
  const first = map.unproject([0, 0]);
  const last = map.unproject([columns * cellPx, rows * cellPx]);
  const corners: [[number, number], [number, number]] = [
    [first.lng, first.lat],
    [last.lng, last.lat],
  ];
  return { grid: { lons, lats }, corners };
}

function paintSurface(small: HTMLCanvasElement, surface: Float32Array, { max, colours }: HeatFrame): void {
  const pen = small.getContext('2d');
  if (!pen) return;
  const picture = pen.createImageData(small.width, small.height);
  for (const [i, value] of surface.entries()) {
    if (Number.isNaN(value)) continue;
    const step = Math.min(255, Math.max(0, Math.round((value / max) * 255))) * 3;
    picture.data[i * 4] = colours[step] ?? 0;
    picture.data[i * 4 + 1] = colours[step + 1] ?? 0;
    picture.data[i * 4 + 2] = colours[step + 2] ?? 0;
    picture.data[i * 4 + 3] = opacity;
  }
  pen.putImageData(picture, 0, 0);
}

/** Stations with a value are filled, others hollow, those outside pale; labels only where they fit, highest first. */
function drawDots(
  brush: CanvasRenderingContext2D,
  map: MapLibre,
  stations: readonly HeatStation[],
  { values, figures }: HeatFrame,
  { text, halo }: MapLook,
): void {
  const { clientWidth, clientHeight } = map.getCanvas();
  const places = stations.map(({ longitude, latitude }) => map.project([longitude, latitude]));
  const isIn = ({ x, y }: Place) => x >= 0 && y >= 0 && x <= clientWidth && y <= clientHeight;
  brush.font = "600 12px system-ui, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', sans-serif";
  brush.textAlign = 'center';
  brush.lineJoin = 'round';
  for (const [i, place] of places.entries()) {
    if (!isIn(place)) continue;
    const { x, y } = place;
    const isKnown = !Number.isNaN(values[i] ?? Number.NaN);
    brush.globalAlpha = isKnown && figures[i] === '' ? PALE : 1;
    brush.beginPath();
    brush.arc(x, y, 3.5, 0, 2 * Math.PI);
    brush.fillStyle = isKnown ? '#14222a' : '#ffffff';
    brush.fill();
    brush.lineWidth = 1.5;
    brush.strokeStyle = isKnown ? '#ffffff' : '#5f6f77';
    brush.stroke();
  }
  brush.globalAlpha = 1;
  const labelled = values.map((value, i) => (figures[i] === '' ? Number.NaN : value));
  for (const i of writtenFigures(places, labelled, isIn)) {
    const { x, y } = places[i] ?? { x: 0, y: 0 };
    brush.lineWidth = 3;
    brush.strokeStyle = halo;
    brush.strokeText(figures[i] ?? '', x, y - 7);
    brush.fillStyle = text;
    brush.fillText(figures[i] ?? '', x, y - 7);
  }
}

interface Place {
  x: number;
  y: number;
}

/** Stations that get a label: of those close together the one with the highest value. */
export function writtenFigures(
  places: readonly Place[],
  values: Float32Array,
  isIn: (place: Place) => boolean,
): number[] {
  const order = places.map((_, i) => i).filter((i) => !Number.isNaN(values[i] ?? Number.NaN));
  order.sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  const written: { i: number; place: Place }[] = [];
  for (const i of order) {
    const place = places[i];
    if (!place || !isIn(place)) continue;
    const isFree = written.every(
      ({ place: other }) => Math.abs(other.x - place.x) >= 32 || Math.abs(other.y - place.y) >= 16,
    );
    if (isFree) written.push({ i, place });
    if (written.length === labelsMost) break;
  }
  return written.map(({ i }) => i);
}
