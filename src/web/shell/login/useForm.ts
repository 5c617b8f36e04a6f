import { type FormEvent, useState } from 'react';
import type { WordKey } from '#shared/i18n/index.ts';
import { CallError } from '#web/api/call-error.ts';
import { explain } from '#web/api/explain.ts';
import { useT } from '#web/i18n.ts';

/** Kept as a key and not as text, so that a change of language changes it too. */
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
  /** What is wrong with the values, by field, as word keys. */
  check(values: Values): Partial<Record<keyof Values & string, WordKey>>;
  send(values: Values): Promise<void>;
}

/** A form of plain inputs. What was typed stays, whatever the server says. */
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

  /** Puts a refusal on its fields, or above the button where it has none. Also for calls beside submitting. */
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
    /** Shows a problem that was found outside of submitting, such as by the code button. */
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

/** The server's field problems that this form can show; the rest is said above the button. */
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
