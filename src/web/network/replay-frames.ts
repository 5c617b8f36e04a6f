import type { AnswerOf } from '#shared/contract/define.ts';
import type { home } from '#shared/contract/home/home.ts';
import type { Grade } from '#shared/domain/standing.ts';
import { HOUR_MS } from '#shared/domain/time-units.ts';

type Piece = AnswerOf<typeof home.replay>;

const none = 65_535;

interface Decoded {
  from: number;
  hours: number;
  placeOf: ReadonlyMap<number, number>;
  levels: Uint8Array;
  figures: DataView;
  scale: number;
}

/** Hours of the network in a row, from the pieces in which they were loaded. */
export class Frames {
  readonly steps: number;
  readonly decimals: number;
  readonly isOverall: boolean;
  private readonly pieces: readonly Decoded[];

  /** The pieces in the order of time, without gaps. */
  constructor(pieces: readonly Piece[], isOverall: boolean) {
    this.pieces = pieces.map(decoded);
    this.steps = pieces.reduce((sum, { hours }) => sum + hours, 0);
    this.decimals = Math.max(0, ...pieces.map(({ decimals }) => decimals));
    this.isOverall = isOverall;
  }

  /** The start of a step's hour. */
  startOf(step: number): Date {
    return new Date((this.pieces[0]?.from ?? 0) + step * HOUR_MS);
  }

  /** Undefined if the station had no value in that hour. */
  cell(step: number, site_id: number): { level: Grade; value: number | null } | undefined {
    let hour = step;
    const piece = this.pieces.find(({ hours }) => {
      if (hour < hours) return true;
      hour -= hours;
      return false;
    });
    const place = piece?.placeOf.get(site_id);
    if (!piece || place === undefined) return undefined;
    const at = hour * piece.placeOf.size + place;
    const level = piece.levels[at] ?? 0;
    if (level === 0) return undefined;
    const figure = piece.figures.getUint16(at * 2, true);
    return { level: level as Grade, value: figure === none ? null : figure / piece.scale };
  }
}

function decoded({ from, hours, site_ids, levels, figures, decimals }: Piece): Decoded {
  return {
    from: Date.parse(from),
    hours,
    placeOf: new Map(site_ids.map((site_id, place) => [site_id, place])),
    levels: bytesOf(levels),
    figures: new DataView(bytesOf(figures).buffer),
    scale: 10 ** decimals,
  };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
