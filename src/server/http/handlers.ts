import type { AnyCall, Call } from '#shared/contract/define.ts';
import type { Handler, Route } from './route.ts';

type HandlersOf<Calls> = {
  [Name in keyof Calls as Calls[Name] extends AnyCall ? Name : never]: Calls[Name] extends Call<
    infer _Sent,
    infer Parsed,
    infer Answer
  >
    ? Handler<Parsed, Answer>
    : never;
};

/** Binds every call of a contract part to its handler; a missing or misspelt one does not compile. */
export function handlers<Calls extends Record<string, AnyCall>>(
  calls: Calls,
  run: HandlersOf<Calls>,
  special: Partial<Record<keyof Calls, Pick<Route, 'after' | 'answersWithoutDatabase'>>> = {},
): Route[] {
  return Object.entries(calls).map(([name, call]) => ({
    ...special[name],
    call,
    run: (run as Record<string, Handler<never, unknown>>)[name] as Handler<never, unknown>,
  }));
}

/** For long work: calls of one user run one after the other, and users take turns (`heavy/fair-line.ts`). */
export function inFairTurn<Parsed, Answer>(run: Handler<Parsed, Answer>): Handler<Parsed, Answer> {
  return (ctx, input) => ctx.fairLine.run(ctx.user.user_id, () => run(ctx, input), ctx.isWanted, ctx.turn);
}

/** The handler of a call, for another call that does the same: their limits then stay equal. */
export function runnerOf<Sent, Parsed, Answer>(
  routes: readonly Route[],
  call: Call<Sent, Parsed, Answer>,
): Handler<Parsed, Answer> {
  const route = routes.find((each) => each.call.path === call.path);
  if (!route) throw new Error(`no route ${call.path}`);
  return route.run as Handler<Parsed, Answer>;
}
