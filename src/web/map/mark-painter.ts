import type { Medium } from '#shared/domain/standing.ts';
import type { AqiPalette } from '#web/theme/aqi-palette.ts';
import { light as palette } from '#web/theme/palette.ts';
import { looks, type MapType } from './look.ts';
import { byRank, gradeColour, isDarkGrade, type MarkGrade } from './mark-grades.ts';

/** Appearance of all marks. */
export interface MarkStyle {
  type: MapType;
  palette: AqiPalette;
  /** Short name of a grade, for clusters. */
  wordOf(grade: MarkGrade): string;
  virtualWord: string;
  /** Whether wind arrows are drawn. */
  winds: boolean;
}

/** Appearance of one mark. */
export interface Disc {
  /** Air marks are round, water marks square. */
  medium: Medium;
  /** From `rankOf`; 0 without a grade. */
  rank: number;
  online: boolean;
  virtual: boolean;
  /** Number of stations in the mark. */
  count: number;
  figure: string;
  /** Speed in m/s and direction it blows from in degrees; the mean for clusters. */
  wind?: { speed: number; direction: number } | undefined;
  /** Worst open alarm of its stations. */
  alarm: AlarmRing;
  /** Whether one of its stations is in maintenance. */
  maintained: boolean;
}

/** Ring of a mark: none, warning or alarm. */
export type AlarmRing = 0 | 1 | 2;

interface Sprite {
  picture: HTMLCanvasElement;
  /** Pixels on the screen. */
  width: number;
  height: number;
}

const dark = palette.text;
const light = palette.surface;
/** Calm below this speed in m/s. */
const calm = 0.3;
const virtualRim = '#c41d7f';
const font = "'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif";
/** Maximum cache size; when exceeded the cache is cleared. */
const most = 3000;

export function discRadius({ count, figure }: Disc): number {
  if (count > 1) return count < 10 ? 17 : count < 100 ? 19 : count < 1000 ? 22 : 27;
  return figure === '' ? 7 : 13;
}

/** Draws marks and names. Each is painted once into a sprite and then copied, which is many times faster. */
export class MarkPainter {
  private readonly style: MarkStyle;
  private readonly ratio: number;
  private readonly sprites = new Map<string, Sprite>();
  private readonly grades: ReadonlyMap<number, MarkGrade>;

  constructor(style: MarkStyle, ratio: number) {
    this.style = style;
    this.ratio = ratio;
    this.grades = new Map(byRank((grade) => grade));
  }

  disc(on: CanvasRenderingContext2D, x: number, y: number, disc: Disc): void {
    const { rank, online, virtual, count, figure, alarm, maintained } = disc;
    const flags = [online, virtual, maintained].map(Number).join('');
    const key = `${disc.medium} ${rank} ${flags} ${alarm} ${count} ${figure}`;
    this.stamp(
      on,
      x,
      y,
      this.sprite(key, () => this.paintDisc(disc)),
    );
  }

  /** Returns the occupied box. */
  name(on: CanvasRenderingContext2D, x: number, y: number, name: string, virtual: boolean): void {
    const text = virtual ? `${name} · ${this.style.virtualWord}` : name;
    this.stamp(
      on,
      x,
      y,
      this.sprite(`name ${Number(virtual)} ${text}`, () => this.paintName(text, virtual)),
    );
  }

  /** Arrow from the edge of a mark to where the wind blows; longer means stronger. */
  wind(
    on: CanvasRenderingContext2D,
    x: number,
    y: number,
    radius: number,
    { speed, direction }: { speed: number; direction: number },
  ): void {
    if (speed < calm) return;
    const look = looks[this.style.type];
    const length = 8 + Math.min(16, speed * 2);
    on.save();
    on.translate(x, y);
    // `direction` is where the wind comes from.
    on.rotate(((direction + 180) * Math.PI) / 180);
    on.beginPath();
    on.moveTo(0, -radius - 2);
    on.lineTo(0, -radius - length);
    on.moveTo(-3.5, -radius - length + 4.5);
    on.lineTo(0, -radius - length);
    on.lineTo(3.5, -radius - length + 4.5);
    on.lineCap = 'round';
    on.lineWidth = 4;
    on.strokeStyle = look.halo;
    on.stroke();
    on.lineWidth = 1.8;
    on.strokeStyle = look.text;
    on.stroke();
    on.restore();
  }

  private stamp(
    on: CanvasRenderingContext2D,
    x: number,
    y: number,
    { picture, width, height }: Sprite,
  ): void {
    on.drawImage(picture, Math.round(x - width / 2), Math.round(y - height / 2), width, height);
  }

  private sprite(key: string, paint: () => Sprite): Sprite {
    const known = this.sprites.get(key);
    if (known) return known;
    if (this.sprites.size >= most) this.sprites.clear();
    const made = paint();
    this.sprites.set(key, made);
    return made;
  }

  private canvas(width: number, height: number): [CanvasRenderingContext2D, Sprite] {
    const picture = document.createElement('canvas');
    picture.width = Math.ceil(width * this.ratio);
    picture.height = Math.ceil(height * this.ratio);
    const brush = picture.getContext('2d');
    if (!brush) throw new Error('no canvas');
    brush.scale(this.ratio, this.ratio);
    brush.translate(width / 2, height / 2);
    brush.textAlign = 'center';
    brush.textBaseline = 'middle';
    return [brush, { picture, width, height }];
  }

  private paintDisc(disc: Disc): Sprite {
    const look = looks[this.style.type];
    const grade = this.grades.get(disc.rank);
    const radius = discRadius(disc);
    const beyond = disc.maintained ? badgeRadius + 4 : disc.alarm ? ringGap + ringWidth + 2 : 4;
    const side = 2 * (radius + beyond);
    const [brush, sprite] = this.canvas(side, side);
    if (disc.alarm) paintRing(brush, disc.medium, radius + ringGap, look.rim, look.alarms[disc.alarm]);
    outline(brush, disc.medium, radius);
    brush.fillStyle = grade
      ? gradeColour(grade, this.style.palette)
      : disc.online
        ? look.online
        : look.offline;
    brush.fill();
    const rim = !grade ? look.rim : grade.medium === 'water' ? look.waterRim : look.gradeRim;
    brush.lineWidth = disc.virtual ? 3.5 : 1.5;
    brush.strokeStyle = disc.virtual ? virtualRim : rim;
    brush.stroke();
    brush.fillStyle = grade && !isDarkGrade(grade) ? dark : light;
    if (disc.count > 1) {
      brush.font = `600 13px ${font}`;
      brush.fillText(shortCount(disc.count), 0, grade ? -5 : 0.5);
      brush.font = `10px ${font}`;
      if (grade) brush.fillText(this.style.wordOf(grade), 0, 7.5, 2 * radius - 2);
    } else {
      brush.font = `${disc.figure.length < 4 ? 11.5 : 9.5}px ${font}`;
      brush.fillText(disc.figure, 0, 0.5, 2 * radius - 2);
    }
    if (disc.maintained) paintBadge(brush, 0.75 * radius, -0.75 * radius, look.rim, look.maintenance);
    return sprite;
  }

  private paintName(text: string, virtual: boolean): Sprite {
    const look = looks[this.style.type];
    const [brush, sprite] = this.canvas(nameWidth(text), nameHeight);
    brush.font = `12px ${font}`;
    brush.lineJoin = 'round';
    brush.lineWidth = 3;
    brush.strokeStyle = look.halo;
    brush.strokeText(text, 0, 0, nameWidth(text) - 4);
    brush.fillStyle = virtual ? virtualRim : look.text;
    brush.fillText(text, 0, 0, nameWidth(text) - 4);
    return sprite;
  }
}

/** Outline of a mark. Squares look larger than circles of equal size, so they are slightly smaller. */
function outline(brush: CanvasRenderingContext2D, medium: Medium, radius: number): void {
  brush.beginPath();
  if (medium === 'air') brush.arc(0, 0, radius, 0, 2 * Math.PI);
  else {
    const half = radius * 0.9;
    brush.roundRect(-half, -half, 2 * half, 2 * half, radius * 0.3);
  }
}

const ringGap = 4.5;
const ringWidth = 3;

/** The outline contrasts with any background. */
function paintRing(
  brush: CanvasRenderingContext2D,
  medium: Medium,
  radius: number,
  rim: string,
  colour: string,
): void {
  for (const [width, stroke] of [
    [ringWidth + 2, rim],
    [ringWidth, colour],
  ] as const) {
    outline(brush, medium, radius);
    brush.lineWidth = width;
    brush.strokeStyle = stroke;
    brush.stroke();
  }
}

const badgeRadius = 7.5;
/** A wrench in a 16-pixel box, jaw to the upper right. */
export const spanner =
  'M11.8 2.2a3.6 3.6 0 0 0-4.5 4.6L2.6 11.5a1.4 1.4 0 0 0 0 2l.1.1a1.4 1.4 0 0 0 2 0l4.7-4.7a3.6 3.6 0 0 0 4.6-4.5l-2.1 2.1-2-.5-.5-2z';

/** Maintenance badge. */
function paintBadge(
  brush: CanvasRenderingContext2D,
  x: number,
  y: number,
  rim: string,
  colour: string,
): void {
  brush.save();
  brush.translate(x, y);
  brush.beginPath();
  brush.arc(0, 0, badgeRadius, 0, 2 * Math.PI);
  brush.fillStyle = colour;
  brush.fill();
  brush.lineWidth = 1.5;
  brush.strokeStyle = rim;
  brush.stroke();
  brush.scale(0.68, 0.68);
  brush.translate(-8, -8);
  brush.fillStyle = light;
  brush.fill(new Path2D(spanner));
  brush.restore();
}

export const nameHeight = 18;

/** Estimated width: Chinese characters are about twice as wide as others. */
export function nameWidth(text: string): number {
  return Array.from(text, (letter) => (letter > '⺀' ? 12 : 7)).reduce((sum, width) => sum + width, 8);
}

function shortCount(count: number): string {
  return count < 10_000 ? String(count) : `${Math.floor(count / 1000)}k`;
}
