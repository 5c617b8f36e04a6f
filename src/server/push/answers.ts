import { type Envelope, refusal } from '#server/http/envelope.ts';
import { sayIn } from '#server/words.ts';
import type { PushOutcome } from '#shared/contract/sites/push.ts';
import { type DetailName, Fault, type FieldProblem } from '#shared/faults.ts';

/** A refused batch, with its HTTP status. */
export class PushRefusal extends Error {
  readonly status: number;
  readonly detail: DetailName | undefined;
  readonly params: Fault['params'];
  readonly fields: FieldProblem[] | undefined;

  constructor(
    status: number,
    detail: DetailName | undefined,
    extra: { params?: Fault['params']; fields?: FieldProblem[] } = {},
  ) {
    super(`${status} ${detail ?? ''}`);
    this.status = status;
    this.detail = detail;
    this.params = extra.params;
    this.fields = extra.fields;
  }
}

/** The status and names are for programs, the sentences for people. */
export function refusalOf(
  { status, detail, params, fields }: PushRefusal,
  language: string | undefined,
): Envelope {
  const said = refusal(new Fault('parameter_error', { detail, params }), language);
  return { ...said, code: status, fields: fields?.map(worded(language)) };
}

/** The outcome of a batch, now or from its first arrival. */
export function answerOf(
  outcome: PushOutcome & { repeated: boolean },
  language: string | undefined,
): Envelope {
  const [failed, ignored] = [outcome.failed, outcome.ignored].map((problems) =>
    problems.map(worded(language)),
  );
  return { code: 0, data: { ...outcome, failed, ignored } };
}

function worded(language: string | undefined) {
  const say = sayIn(/^en\b/i.test(language ?? '') ? 'en' : 'zh');
  return <Problem extends FieldProblem>(problem: Problem) => {
    const slots = Object.entries(problem.params ?? {}).map(([slot, value]) => [slot, String(value)]);
    return { ...problem, message: say(`problems.${problem.problem}`, Object.fromEntries(slots)) };
  };
}
