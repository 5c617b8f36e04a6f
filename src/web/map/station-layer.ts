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

/** A station as the map shows it. */
export interface StationMark {
  site_id: number;
  medium: Medium;
  name: string;
  longitude: number;
  latitude: number;
  /** Heard just now, or with a value in the hour that is shown. */
  online: boolean;
  /** How bad it is by `rankOf`; 0 where that is not known. */
  rank: number;
  /** The index, class or value that the colour stands for. */
  figure: string;
  /** Its values are simulated. */
  virtual: boolean;
  /** Metres in a second, and degrees that it comes from. */
  wind?: { speed: number; direction: number } | undefined;
  alarm: AlarmRing;
  /** Looked after just now. */
  maintained: boolean;
}

export interface StationLayer {
  /** All that is on the map from now on; resolves when it is drawn. */
  show(marks: readonly StationMark[]): Promise<void>;
  /** Only these have changed; may be called as often as stations speak. */
  update(marks: readonly StationMark[]): void;
  /** The one that is looked at has a ring. */
  point(site_id: number | undefined): void;
  /** Draws with what the style says now. */
  restyle(): void;
  remove(): void;
}

/** A click on a station, or on none. */
type OnPick = (site_id: number | undefined) => void;

/** What stands at a place. */
interface Placed extends Disc {
  layer: Layer;
  gathering: Gathering;
  /** Of a station that stands alone. */
  mark: StationMark | undefined;
}

/** A disc on the screen. */
interface Drawn extends Placed {
  x: number;
  y: number;
}

const namedFrom = 9;
const pointedRadius = 24;
/** A click beside a disc still means it. */
const nearly = 3;

/**
 * Stations, gathered where they stand close, on a canvas of their own over the map: what changes with every packet
 * costs the map no new picture of the ground. A click on a gathering looks into it, one on a station picks it.
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
  /** What stands where at the zoom that was last drawn, worst last; undefined once something changed. */
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
    // In the frame in which the ground is drawn, so that both move as one.
    map.on('render', draw),
    map.on('click', (event) => {
      const disc = hit(event);
      const zoom = disc && zoomInto(disc.gathering, disc.layer.gatherings, map.getZoom());
      if (zoom) map.easeTo({ center: map.unproject([disc.x, disc.y]), zoom });
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

/** The worst is drawn last, on top. */
function placedDiscs(layers: readonly Layer[], zoom: number, marks: readonly StationMark[]): Placed[] {
  return layers
    .flatMap((layer) =>
      layer.gatherings
        .at(zoom)
        .map((gathering) => ({ layer, gathering, ...discOf(membersOf(layer, gathering, marks)) })),
    )
    .sort((a, b) => a.rank - b.rank);
}

/** The stations of one medium, gathered among themselves: a gathering speaks for air or for water, never for both. */
interface Layer {
  /** Places in the list of all marks. */
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

/** A gathering of water that would lie on one of air stands beside it. */
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

/** A gathering looks like the worst within it; what is simulated worsens nothing, and what is not heard has no grade. */
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

/** Winds are added as arrows: two that blow against each other make none. */
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

/** Names stand where there is room below a disc. */
function paint(
  brush: CanvasRenderingContext2D,
  drawn: readonly Drawn[],
  painter: MarkPainter,
  { pointed, ring, named, winds }: Emphasis,
): void {
  const boxes: { x: number; y: number; width: number }[] = [];
  for (const disc of drawn) {
    const { x, y, mark } = disc;
    if (mark && mark.site_id === pointed) halo(brush, x, y, ring);
    painter.disc(brush, x, y, disc);
    if (disc.wind && winds) painter.wind(brush, x, y, discRadius(disc), disc.wind);
    if (!mark || (!named && !mark.virtual)) continue;
    const box = { x, y: y + discRadius(disc) + nameHeight / 2 + 1, width: nameWidth(mark.name) };
    const isFree = boxes.every(
      (other) =>
        Math.abs(other.x - box.x) > (other.width + box.width) / 2 || Math.abs(other.y - box.y) > nameHeight,
    );
    if (!isFree) continue;
    boxes.push(box);
    painter.name(brush, box.x, box.y, mark.name, mark.virtual);
  }
}

function halo(brush: CanvasRenderingContext2D, x: number, y: number, colour: string): void {
  brush.beginPath();
  brush.arc(x, y, pointedRadius, 0, 2 * Math.PI);
  brush.globalAlpha = 0.28;
  brush.fillStyle = colour;
  brush.fill();
  brush.globalAlpha = 1;
}

/** As near as it takes for a gathering to fall into parts; none where its members share a place. */
function zoomInto({ members }: Gathering, gatherings: Gatherings, zoom: number): number | undefined {
  if (members.length === 1) return undefined;
  const mine = new Set(members);
  const isWhole = (at: number) =>
    gatherings.at(at).some((other) => other.members.length === mine.size && mine.has(other.members[0] ?? -1));
  for (let nearer = Math.floor(zoom) + 1; nearer <= aloneFrom; nearer++)
    if (!isWhole(nearer)) return nearer + 0.5;
  return undefined;
}

/** Where several share a place, each click picks another. */
function nextOf(members: readonly StationMark[], pointed: number | undefined): number | undefined {
  const last = members.findIndex(({ site_id }) => site_id === pointed);
  return members[(last + 1) % members.length]?.site_id;
}
