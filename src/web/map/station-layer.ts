import type { Map as MapLibre, MapMouseEvent } from 'maplibre-gl';
import type { Medium } from '#shared/domain/standing.ts';
import { fitCanvas } from './fit-canvas.ts';
import { aloneFrom, type Gathering, Gatherings, worldPixels, worldPlace } from './gatherings.ts';
import { looks } from './look.ts';
import {
  type AlarmRing,
  type Disc,
  discRadius,
  MarkPainter,
  type MarkStyle,
  nameHeight,
  nameWidth,
} from './mark-painter.ts';

/** A station on the map. */
export interface StationMark {
  site_id: number;
  medium: Medium;
  name: string;
  longitude: number;
  latitude: number;
  /** Online now, or with a value in the replayed hour. */
  online: boolean;
  /** From `rankOf`; 0 if unknown. */
  rank: number;
  /** The index, class or value behind the colour. */
  figure: string;
  /** Its values are simulated. */
  virtual: boolean;
  /** Speed in m/s and direction it blows from in degrees. */
  wind?: { speed: number; direction: number } | undefined;
  alarm: AlarmRing;
  /** In maintenance now. */
  maintained: boolean;
}

export interface StationLayer {
  /** Replaces all marks; resolves once they are drawn. */
  show(marks: readonly StationMark[]): Promise<void>;
  /** Replaces changed marks; may be called at the rate of readings. */
  update(marks: readonly StationMark[]): void;
  /** Highlights the selected station. */
  point(site_id: number | undefined): void;
  /** Redraws with the current style. */
  restyle(): void;
  remove(): void;
}

/** Called with the clicked station, or undefined for none. */
type OnPick = (site_id: number | undefined) => void;

/** A mark with its stations. */
interface Placed extends Disc {
  layer: Layer;
  gathering: Gathering;
  /** Set for a single station. */
  mark: StationMark | undefined;
}

/** A mark with its screen position. */
interface Drawn extends Placed {
  x: number;
  y: number;
}

const namedFrom = 9;
const pointedRadius = 24;
/** Click tolerance around a mark in pixels. */
const nearly = 3;

/**
 * Stations and clusters on their own canvas above the map, so that frequent updates do not redraw the base map. A click
 * zooms into a cluster or selects a station.
 */
export function stationLayer(map: MapLibre, style: () => MarkStyle, onPick: OnPick): StationLayer {
  const canvas = document.createElement('canvas');
  canvas.style.cssText = 'position:absolute;inset:0;pointer-events:none';
  map.getCanvasContainer().append(canvas);
  let marks: StationMark[] = [];
  let placeOf = new Map<number, number>();
  let layers = layersOf([]);
  let painter: MarkPainter | undefined;
  let pointed: number | undefined;
  let drawn: Drawn[] = [];
  /** Cache of the marks at the last zoom, worst last; undefined after a change. */
  let placed: { of: readonly (readonly Gathering[])[]; discs: Placed[] } | undefined;
  let waiting = 0;
  let whenDrawn: (() => void)[] = [];

  const draw = () => {
    painter ??= new MarkPainter(style(), devicePixelRatio);
    const brush = fitCanvas(canvas, map.getCanvas());
    if (!brush) throw new Error('no canvas');
    const now = layers.map(({ gatherings }) => gatherings.at(map.getZoom()));
    if (!placed || now.some((of, i) => of !== placed?.of[i]))
      placed = { of: now, discs: placedDiscs(layers, map.getZoom(), marks) };
    drawn = apart(inView(map, placed.discs));
    paint(brush, drawn, painter, {
      pointed,
      ring: looks[style().type].online,
      named: map.getZoom() >= namedFrom,
      winds: style().winds,
    });
    for (const tell of whenDrawn.splice(0)) tell();
  };
  const drawSoon = () => {
    placed = undefined;
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(draw);
  };
  const hit = ({ point }: MapMouseEvent) =>
    drawn.findLast((disc) => Math.hypot(disc.x - point.x, disc.y - point.y) <= discRadius(disc) + nearly);
  const watching = [
    // In the map's render event, so that overlay and base map move together.
    map.on('render', draw),
    map.on('click', (event) => {
      const disc = hit(event);
      const zoom = disc && zoomInto(disc.gathering, disc.layer.gatherings, map.getZoom());
      if (zoom)
        map.easeTo({ center: map.unproject([disc.x, disc.y]), zoom }, { originalEvent: event.originalEvent });
      else onPick(disc && nextOf(membersOf(disc.layer, disc.gathering, marks), pointed));
    }),
    map.on('mousemove', (event) => {
      map.getCanvas().style.cursor = hit(event) ? 'pointer' : '';
    }),
  ];
  return {
    show: (all) => {
      if (!isSamePlaces(marks, all)) {
        layers = layersOf(all);
        placeOf = new Map(all.map(({ site_id }, place) => [site_id, place]));
      }
      marks = [...all];
      drawSoon();
      return new Promise((resolve) => whenDrawn.push(resolve));
    },
    update: (some) => {
      for (const mark of some) {
        const place = placeOf.get(mark.site_id);
        if (place !== undefined) marks[place] = mark;
      }
      drawSoon();
    },
    point: (site_id) => {
      pointed = site_id;
      drawSoon();
    },
    restyle: () => {
      painter = undefined;
      drawSoon();
    },
    remove: () => {
      cancelAnimationFrame(waiting);
      whenDrawn = [];
      for (const one of watching) one.unsubscribe();
      canvas.remove();
    },
  };
}

function isSamePlaces(before: readonly StationMark[], now: readonly StationMark[]): boolean {
  return (
    before.length === now.length &&
    before.every(
      ({ site_id, longitude, latitude }, i) =>
        site_id === now[i]?.site_id && longitude === now[i].longitude && latitude === now[i].latitude,
    )
  );
}

/** Sorted so that the worst is drawn on top. */
function placedDiscs(layers: readonly Layer[], zoom: number, marks: readonly StationMark[]): Placed[] {
  return layers
    .flatMap((layer) =>
      layer.gatherings
        .at(zoom)
        .map((gathering) => ({ layer, gathering, ...discOf(membersOf(layer, gathering, marks)) })),
    )
    .sort((a, b) => a.rank - b.rank);
}

/** The stations of one medium; clusters never mix air and water. */
interface Layer {
  /** Indexes into the list of all marks. */
  places: readonly number[];
  gatherings: Gatherings;
}

function layersOf(marks: readonly StationMark[]): Layer[] {
  return (['air', 'water'] as const).map((medium) => {
    const places = marks.flatMap((mark, i) => (mark.medium === medium ? [i] : []));
    const own = places.flatMap((place) => marks[place] ?? []);
    return {
      places,
      gatherings: new Gatherings(own.map(({ longitude, latitude }) => worldPlace(longitude, latitude))),
    };
  });
}

function membersOf({ places }: Layer, { members }: Gathering, marks: readonly StationMark[]): StationMark[] {
  return members.flatMap((member) => marks[places[member] ?? -1] ?? []);
}

/** Moves water clusters beside air clusters that they would cover. */
function apart(drawn: Drawn[]): Drawn[] {
  const air = drawn.filter(({ medium }) => medium === 'air');
  return drawn.map((disc) => {
    if (disc.medium === 'air') return disc;
    const under = air.find(
      (other) =>
        other.count + disc.count > 2 &&
        Math.hypot(other.x - disc.x, other.y - disc.y) < discRadius(other) + discRadius(disc),
    );
    if (!under) return disc;
    const [dx, dy] = [disc.x - under.x || 1, disc.y - under.y];
    const away = (discRadius(under) + discRadius(disc)) / Math.hypot(dx, dy);
    return { ...disc, x: under.x + dx * away, y: under.y + dy * away };
  });
}

function inView(map: MapLibre, discs: readonly Placed[]): Drawn[] {
  const { lng, lat } = map.getCenter();
  const middle = worldPlace(lng, lat);
  const at = map.project([lng, lat]);
  const pixels = worldPixels * 2 ** map.getZoom();
  const { clientWidth, clientHeight } = map.getCanvas();
  const beyond = 40;
  return discs.flatMap((disc) => {
    const x = at.x + (disc.gathering.x - middle.x) * pixels;
    const y = at.y + (disc.gathering.y - middle.y) * pixels;
    const isSeen = x > -beyond && y > -beyond && x < clientWidth + beyond && y < clientHeight + beyond;
    return isSeen ? [{ ...disc, x, y }] : [];
  });
}

/** A cluster shows its worst member. Simulated stations do not count, offline ones have no grade. */
export function discOf(members: readonly StationMark[]): Disc & { mark: StationMark | undefined } {
  const [first] = members;
  const medium = first?.medium ?? 'air';
  if (first && members.length === 1) {
    const { online, rank, figure, virtual, alarm, maintained } = first;
    const tells = online || virtual;
    const said = { rank: tells ? rank : 0, figure: tells ? figure : '' };
    return { ...said, medium, online, virtual, alarm, maintained, count: 1, wind: first.wind, mark: first };
  }
  let rank = 0;
  let online = false;
  let alarm: AlarmRing = 0;
  let maintained = false;
  for (const member of members) {
    online ||= member.online;
    maintained ||= member.maintained;
    if (member.alarm > alarm) alarm = member.alarm;
    if (member.online && !member.virtual && member.rank > rank) rank = member.rank;
  }
  const together = { medium, rank, online, alarm, maintained, count: members.length };
  return { ...together, virtual: false, figure: '', wind: meanWind(members), mark: undefined };
}

/** Vector mean: opposite winds cancel out. */
export function meanWind(members: readonly Pick<StationMark, 'wind'>[]): StationMark['wind'] {
  const winds = members.flatMap(({ wind }) => wind ?? []);
  if (winds.length === 0) return undefined;
  let [east, north] = [0, 0];
  for (const { speed, direction } of winds) {
    east += speed * Math.sin((direction * Math.PI) / 180);
    north += speed * Math.cos((direction * Math.PI) / 180);
  }
  const direction = (Math.atan2(east, north) * 180) / Math.PI;
  return { speed: Math.hypot(east, north) / winds.length, direction: (direction + 360) % 360 };
}

interface Emphasis {
  pointed: number | undefined;
  ring: string;
  named: boolean;
  winds: boolean;
}

function paint(
  brush: CanvasRenderingContext2D,
  drawn: readonly Drawn[],
  painter: MarkPainter,
  { pointed, ring, named, winds }: Emphasis,
): void {
  for (const disc of drawn) {
    const { x, y, mark } = disc;
    if (mark && mark.site_id === pointed) halo(brush, x, y, ring);
    painter.disc(brush, x, y, disc);
    if (disc.wind && winds) painter.wind(brush, x, y, discRadius(disc), disc.wind);
  }
  const { clientWidth } = brush.canvas;
  for (const { x, y, mark } of namesThatFit(drawn, clientWidth, pointed, named))
    painter.name(brush, x, y, mark.name, mark.virtual);
}

/**
 * Places of the names below the marks, that of the selected station first: only names that are whole in view and cover
 * neither a mark nor another name.
 */
export function namesThatFit(
  drawn: readonly (Disc & Pick<Drawn, 'x' | 'y' | 'mark'>)[],
  width: number,
  pointed: number | undefined,
  named: boolean,
): { x: number; y: number; mark: StationMark }[] {
  const boxes: { x: number; y: number; width: number; mark: StationMark }[] = [];
  const first = drawn.filter(({ mark }) => mark?.site_id === pointed);
  for (const disc of [...first, ...drawn]) {
    const { mark } = disc;
    if (!mark || (!named && !mark.virtual) || boxes.some((box) => box.mark === mark)) continue;
    const y = disc.y + discRadius(disc) + nameHeight / 2 + 1;
    const box = { x: disc.x, y, width: nameWidth(mark.name), mark };
    const isSelected = mark.site_id === pointed;
    const isWhole = box.x >= box.width / 2 && box.x <= width - box.width / 2;
    const isFree =
      boxes.every(
        (other) =>
          Math.abs(other.x - box.x) > (other.width + box.width) / 2 || Math.abs(other.y - box.y) > nameHeight,
      ) &&
      drawn.every(
        (other) =>
          other === disc ||
          Math.abs(other.x - box.x) > box.width / 2 + discRadius(other) ||
          Math.abs(other.y - box.y) > nameHeight / 2 + discRadius(other),
      );
    if (isSelected || (isWhole && isFree)) boxes.push(box);
  }
  return boxes;
}

function halo(brush: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  brush.beginPath();
  brush.arc(x, y, pointedRadius, 0, 2 * Math.PI);
  brush.globalAlpha = 0.28;
  brush.fillStyle = colour;
  brush.fill();
  brush.globalAlpha = 1;
}

/** Zoom just past the level at which a cluster splits; undefined if its members share a place. */
function zoomInto({ members }: Gathering, gatherings: Gatherings, zoom: number): number | undefined {
  if (members.length === 1) return undefined;
  const mine = new Set(members);
  const isWhole = (at: number) =>
    gatherings.at(at).some((other) => other.members.length === mine.size && mine.has(other.members[0] ?? -1));
  for (let nearer = Math.floor(zoom) + 1; nearer <= aloneFrom; nearer++)
    if (!isWhole(nearer)) return nearer + 0.5;
  return undefined;
}

/** Repeated clicks cycle through stations at the same place. */
function nextOf(members: readonly StationMark[], pointed: number | undefined): number | undefined {
  const last = members.findIndex(({ site_id }) => site_id === pointed);
  return members[(last + 1) % members.length]?.site_id;
}
