import type { interference } from '#shared/contract/control/interference.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { Coefficient } from '#shared/domain/interference.ts';

export type Interference = AnswerOf<typeof interference.data>;
export type MatrixFactor = Interference['factors'][number];

/** Changed cells by `target other`. */
export type Edits = ReadonlyMap<string, number>;

export const cellOf = (component_id: number, other: number) => `${component_id} ${other}`;

/** Current coefficients with the changes applied, without zeros. */
export function wantedMatrix(known: readonly Coefficient[], edits: Edits): Coefficient[] {
  const cells = new Map(known.map((each) => [cellOf(each.component_id, each.other), each]));
  for (const [cell, c] of edits) {
    const [component_id = 0, other = 0] = cell.split(' ').map(Number);
    cells.set(cell, { component_id, other, c });
  }
  return [...cells.values()].filter(({ c }) => c !== 0);
}

/** Changed rows with the complete list to send; removed coefficients are sent as 0. */
export function changedRows(known: readonly Coefficient[], edits: Edits) {
  const held = new Map(known.map((each) => [cellOf(each.component_id, each.other), each.c]));
  const changed = [...edits].filter(([cell, c]) => (held.get(cell) ?? 0) !== c);
  const targets = [...new Set(changed.map(([cell]) => Number(cell.split(' ')[0])))];
  const wanted = wantedMatrix(known, edits);
  return targets.map((component_id) => {
    const own = (each: Coefficient) => each.component_id === component_id;
    const stays = wanted.filter(own).map(({ other, c }) => ({ other, c }));
    const gone = known.filter((each) => own(each) && !stays.some(({ other }) => other === each.other));
    return { component_id, list: [...stays, ...gone.map(({ other }) => ({ other, c: 0 }))] };
  });
}
