import { withoutNoise } from '#shared/domain/rounding.ts';

const NONE = 65_535;

/** Levels and figures of many sites by hour, in a compact binary form for the client. */
export class Cells {
  private readonly levels: Uint8Array;
  private readonly figures: Float32Array;
  private readonly sites: number;
  private readonly decimals: number;
  private most = 0;

  constructor(sites: number, hours: number, decimals: number) {
    this.sites = sites;
    this.decimals = decimals;
    this.levels = new Uint8Array(sites * hours);
    this.figures = new Float32Array(sites * hours).fill(Number.NaN);
  }

  set(hour: number, site: number, level: number, figure: number): void {
    const at = hour * this.sites + site;
    this.levels[at] = level;
    this.figures[at] = figure;
    if (figure > this.most) this.most = figure;
  }

  told(): { levels: string; figures: string; decimals: number } {
    // Drops decimals if the largest figure would not fit into 16 bits.
    const fitting = Math.floor(Math.log10((NONE - 1) / Math.max(1, this.most)));
    const decimals = Math.max(0, Math.min(this.decimals, fitting));
    const scale = 10 ** decimals;
    const bytes = new DataView(new ArrayBuffer(this.figures.length * 2));
    for (const [i, figure] of this.figures.entries()) {
      const told = Math.floor(withoutNoise(withoutNoise(figure) * scale));
      bytes.setUint16(i * 2, told >= 0 && told < NONE ? told : NONE, true);
    }
    return {
      levels: Buffer.from(this.levels).toString('base64'),
      figures: Buffer.from(bytes.buffer).toString('base64'),
      decimals,
    };
  }
}
