import type { CommandKind } from '#shared/domain/command-kinds.ts';
import { isSame, type Params, type ParamValue, valueIn } from '#shared/domain/command-params.ts';
import type { Read } from '#shared/domain/command-template.ts';
import { informationTime } from '#shared/domain/information.ts';
import { comparedSlots, inShownUnit, type Plan } from './plan.ts';

/** The combined values read in one stage, and the time of the last of them. */
export interface ReadSoFar extends Read {
  at: Date;
}

export function joined(before: ReadSoFar | undefined, { values, list }: Read, at: Date): ReadSoFar {
  return {
    values: { ...before?.values, ...values },
    list: list.length > 0 ? list : (before?.list ?? []),
    at,
  };
}

/** Whether the device holds the values to be set. `setsList`: an empty list is a value to be set too. */
export function holdsWanted(plan: Plan, read: ReadSoFar | undefined, setsList: boolean): boolean {
  if (!read) return false;
  if (plan.tolerance_ms !== undefined) {
    const said = informationTime(read.values.time ?? '');
    return said !== undefined && Math.abs(said.getTime() - read.at.getTime()) <= plan.tolerance_ms;
  }
  const compared = comparedSlots(plan);
  if (compared.length + plan.list.length === 0)
    return setsList && read.list.every(({ c }) => isSame('0', c ?? '0'));
  return (
    compared.every((slot) => isSame(plan.slots[slot], read.values[slot])) &&
    plan.list.every((wanted) => {
      const same = read.list.find(({ other }) => other?.toLowerCase() === wanted.other?.toLowerCase());
      // A coefficient of 0 need not be listed.
      return isSame(wanted.c, same?.c ?? '0');
    })
  );
}

export interface ShownValues {
  values: Record<string, ParamValue>;
  list?: Record<string, ParamValue>[];
}

/** Values for display: numbers in the factor's unit, factors by number. */
export function shownValues(
  kind: CommandKind,
  { unit }: Pick<Plan, 'unit'>,
  read: Read,
  factorOf: (code: string) => number | undefined,
): ShownValues {
  const entries = (params: Params, said: Readonly<Record<string, string>>) =>
    Object.entries(params).flatMap(([name, param]): [string, ParamValue][] => {
      const text = said[name];
      if (text === undefined) return [];
      const value = param.type === 'factor' ? (factorOf(text) ?? text) : valueIn(param, text);
      const at = param.type === 'time' ? informationTime(text) : undefined;
      return value === undefined ? [] : [[name, at?.toISOString() ?? value]];
    });
  const values = inShownUnit(Object.fromEntries(entries(kind.values ?? {}, read.values)), unit);
  if (!kind.list) return { values };
  return { values, list: read.list.map((entry) => Object.fromEntries(entries(kind.list ?? {}, entry))) };
}
