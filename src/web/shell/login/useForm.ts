import { type FormEvent, useState } from 'react';
import type { WordKey } from '#shared/i18n/index.ts';
import { CallError } from '#web/api/call-error.ts';
import { explain } from '#web/api/explain.ts';
import { useT } from '#web/i18n.ts';

/** A word key instead of text, so that it follows a change of language. */
interface Problem {
  key: string;
  params?: Record<string, string | number>;
}

type Problems<Values> = Partial<Record<keyof Values & string, Problem>>;

export interface FormField {
  name: string;
  value: string;
  problem: string;
  disabled: boolean;
  onChange(value: string): void;
}

interface FormSpec<Values> {
  start: Values;
  /** Problems by field, as word keys. */
  check(values: Values): Partial<Record<keyof Values & string, WordKey>>;
  send(values: Values): Promise<void>;
}

/** State of a form with native inputs; keeps the input whatever the server answers. */
export function useForm<Values extends Record<string, string>>({ start, check, send }: FormSpec<Values>) {
  const t = useT();
  const [values, setValues] = useState(start);
  const [problems, setProblems] = useState<Problems<Values>>({});
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);

  async function run(form: HTMLFormElement) {
    const found = toProblems<Values>(check(values));
    setProblems(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) return focusFirst(form, found);
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      fail(error);
    } finally {
      setBusy(false);
    }
  }

  /** Shows a refusal at its fields, or else above the button. Also for calls other than submit. */
  function fail(error: unknown) {
    const refused = serverProblems(error, values);
    setProblems((before) => ({ ...before, ...refused }));
    setFailure(Object.keys(refused).length === 0 ? error : undefined);
  }

  return {
    values,
    busy,
    failure: failure === undefined ? '' : explain(t, failure),
    field(name: keyof Values & string): FormField {
      const problem = problems[name];
      return {
        name,
        value: values[name] ?? '',
        problem: problem ? t.tx(problem.key, problem.params) : '',
        disabled: busy,
        onChange: (value) => {
          setValues((before) => ({ ...before, [name]: value }));
          setProblems(({ [name]: _solved, ...rest }) => rest as Problems<Values>);
        },
      };
    },
    /** Shows a problem found outside submit, such as by the code button. */
    complain(name: keyof Values & string, key: WordKey) {
      setProblems((before) => ({ ...before, [name]: { key } }));
    },
    fail,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault();
      if (!busy) void run(event.currentTarget);
    },
  };
}

function toProblems<Values>(found: Partial<Record<keyof Values & string, WordKey>>): Problems<Values> {
  return Object.fromEntries(
    Object.entries(found).map(([name, key]) => [name, { key }]),
  ) as unknown as Problems<Values>;
}

/** Server-side problems of this form's fields; others are shown above the button. */
function serverProblems<Values extends object>(error: unknown, values: Values): Problems<Values> {
  if (!(error instanceof CallError)) return {};
  const own = error.fields.filter(({ field }) => field in values);
  return Object.fromEntries(
    own.map(({ field, problem, params }) => [field, { key: `problems.${problem}`, params }]),
  ) as Problems<Values>;
}

function focusFirst(form: HTMLFormElement, problems: object): void {
  const name = Object.keys(problems)[0];
  const input = name ? form.elements.namedItem(name) : null;
  if (input instanceof HTMLElement) input.focus();
}
