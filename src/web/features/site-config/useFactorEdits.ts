import { useState } from 'react';
import type { AnswerOf } from '#shared/contract/define.ts';
import type { factorCalls } from '#shared/contract/site-config/factors.ts';
import { sites } from '#shared/contract/sites/sites.ts';
import { CallError } from '#web/api/call-error.ts';
import { useAction } from '#web/api/useAction.ts';
import { isConflict } from '#web/ui/form-problems.ts';
import { useLeaveGuard } from '#web/ui/useLeaveGuard.tsx';
import { factorsOf, isSame, linesOf, mergeLines, problemsIn } from './factor-lines.ts';

export type FactorsRead = AnswerOf<typeof factorCalls.ofSite>;

export type FactorEdits = ReturnType<typeof useFactorEdits>;

/** Edit state of a site's factors until saved or discarded. */
export function useFactorEdits(
  site_id: number,
  read: FactorsRead,
  reload: () => Promise<FactorsRead>,
  onSaved: () => Promise<void>,
) {
  const [base, setBase] = useState(() => ({ version: read.version, lines: linesOf(read.data_info) }));
  const [lines, setLines] = useState(base.lines);
  const [judged, setJudged] = useState(false);
  const [refused, setRefused] = useState<CallError>();
  /** Factors that somebody else has changed meanwhile. */
  const [touched, setTouched] = useState<readonly number[]>();
  const save = useAction(sites.edit, {
    refresh: [sites.list],
    done: 'common.saved',
    shows: isConflict,
  });
  const dirty = !isSame(base.lines, lines);
  useLeaveGuard(dirty);

  const submit = async () => {
    setJudged(true);
    setRefused(undefined);
    if (lines.some((line) => problemsIn(line).size > 0)) return;
    try {
      await save.run({ site_id, version: base.version, factors: factorsOf(lines) });
      await onSaved();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (isConflict(error)) merge(await reload());
      else if (error.fields.length > 0) setRefused(error);
    }
  };
  const merge = ({ version, data_info }: FactorsRead) => {
    const theirs = linesOf(data_info);
    const merged = mergeLines(base.lines, theirs, lines);
    setBase({ version, lines: theirs });
    setLines(merged.lines);
    setTouched(merged.touched);
  };
  return {
    lines,
    setLines,
    dirty,
    judged,
    refused,
    touched,
    saving: save.pending,
    submit,
    discard: () => setLines(base.lines),
  };
}
