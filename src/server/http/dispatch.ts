import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import type { App, Ctx, RequestOrigin, User } from '#server/app.ts';
import { withPowerName } from '#server/authority/power-name.ts';
import { faultOfDatabase } from '#server/db/constraints.ts';
import { DatabaseAway, isConnectionError, isUnavailable, refusesWrites } from '#server/db/errors.ts';
import type { Turn } from '#server/heavy/fair-line.ts';
import { rests } from '#server/heavy/rests.ts';
import type { AnyCall } from '#shared/contract/define.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import { may } from '#shared/domain/may.ts';
import { Fault, faults, powerMissing } from '#shared/faults.ts';
import { actorOf } from './actor.ts';
import { authenticate } from './auth.ts';
import { nameBrowser } from './downloads.ts';
import { crash, refusal } from './envelope.ts';
import { JSON_TYPE, keptAlive, type Said } from './kept-alive.ts';
import { checked, written } from './long-answer.ts';
import { RememberedUsers } from './remembered-users.ts';
import type { Route } from './route.ts';

/** Retry-After if the database is unavailable. */
const RETRY_SECONDS = 10;

const PATIENCE_MS = 2000;

/** Binds every route to its address. All of them go through the six steps of `answer`. */
export function dispatch(server: FastifyInstance, app: App, routes: readonly Route[]): void {
  const remembered = new RememberedUsers();
  for (const route of routes) {
    server.post(route.call.path, { config: { needs: route.call.needs } }, (request, reply) => {
      const turn: Turn = { isWaiting: false };
      const answered = send(app, request, reply, () =>
        app.fairLine.letPass(async () => {
          const said = await answer(app, route, request, reply, remembered, turn);
          if (!reply.sent) reply.type(JSON_TYPE);
          return said;
        }),
      );
      return keptAlive(reply, turn, answered);
    });
  }
}

/** token → permission → parse → run → strip → envelope, as it is sent */
async function answer(
  app: App,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  remembered: RememberedUsers,
  turn: Turn,
): Promise<string | Buffer> {
  const { call } = route;
  const origin = requestOrigin(request, call.path);
  const user = call.needs === 'public' ? undefined : await whoAsks(app, route, request, origin, remembered);
  if (user) nameBrowser(app, user, request, reply);
  if (user && !may(user, call.needs)) throw powerMissing(call.needs);
  const input = parse(call.input as z.ZodType, taken(call, request.body ?? {}), call.faults);
  const isWanted = () => !request.raw.socket.destroyed;
  const run = (db: Ctx['db']) => route.run(context(app, db, origin, user, isWanted, turn), input as never);
  const data = call.writes ? await app.pool.tx(actorOf(origin, user), run) : await run(app.pool);
  await route.after?.(app);
  const rest = rests({ isWanted });
  return written(
    call.done ? faults[call.done].code : 0,
    await checked(call.output as z.ZodType, data, rest),
    rest,
  );
}

/** The user as the database has them now. A call that works without the database uses the last known state. */
async function whoAsks(
  app: App,
  { answersWithoutDatabase }: Route,
  { headers }: FastifyRequest,
  origin: RequestOrigin,
  remembered: RememberedUsers,
): Promise<User> {
  const ask = async () => {
    const user = await authenticate(app, headers, origin);
    remembered.keep(user, origin, app.now());
    return user;
  };
  if (!answersWithoutDatabase) return ask();
  try {
    return await inTime(app.vitals.database() === 'away' ? Promise.reject(new DatabaseAway()) : ask());
  } catch (error) {
    const last = isConnectionError(error) ? await remembered.find(app, headers, origin) : undefined;
    if (!last) throw error;
    return last;
  }
}

/** It takes a while until a dead connection is detected; status calls cannot wait for that. */
async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer> {
  const patience = new AbortController();
  const late = sleep(PATIENCE_MS, undefined, { signal: patience.signal, ref: false }).then(
    () => Promise.reject(new DatabaseAway()),
    () => asked,
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    patience.abort();
  }
}

export function requestOrigin(request: FastifyRequest, call: string): RequestOrigin {
  const header = (name: string, max: number) => String(request.headers[name] ?? '').slice(0, max);
  return {
    ip: request.ip,
    imei: header('imei', 100),
    platform: header('operationplatform', 20),
    user_agent: header('user-agent', 300),
    request_id: request.id,
    call,
  };
}

export function context(
  app: App,
  db: Ctx['db'],
  origin: RequestOrigin,
  user: User | undefined,
  isWanted: Ctx['isWanted'] = () => true,
  turn?: Turn,
): Ctx {
  return {
    ...app,
    db,
    origin,
    isWanted,
    ...(turn && { turn }),
    get user() {
      if (!user) throw new Error(`${origin.call} is public and has no user`);
      return user;
    },
  };
}

/** The body without fields that the call ignores. */
function taken({ ignores }: AnyCall, body: unknown): unknown {
  if (!ignores || typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([field]) => !ignores.includes(field)));
}

export function parse<Parsed>(
  schema: z.ZodType<Parsed>,
  input: unknown,
  faults: AnyCall['faults'] = {},
): Parsed {
  const parsed = schema.safeParse(input, { reportInput: true });
  if (parsed.success) return parsed.data;
  const fields = problemsOf(parsed.error);
  // The first problem decides the code; a missing value is not an illegal value.
  const [first] = fields;
  const isOwn = first && first.problem !== 'required' && Object.hasOwn(faults, first.field);
  const own = isOwn ? faults[first.field] : undefined;
  throw new Fault(own ?? 'parameter_error', { fields });
}

/** Refusals are HTTP 200 with a code; only a crash or an unavailable database changes the status. */
export async function send(
  app: Pick<App, 'pool'>,
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<Said>,
) {
  const language = request.headers['accept-language'];
  try {
    return await work();
  } catch (thrown) {
    const error = faultOfDatabase(thrown);
    if (error instanceof Fault) return refusal(await withPowerName(app.pool, error), language);
    request.log.error({ err: error, request_id: request.id }, 'request failed');
    if (!isUnavailable(error)) {
      reply.code(500);
      return crash(request.id, language);
    }
    reply.code(503).header('retry-after', RETRY_SECONDS);
    return crash(request.id, language, refusesWrites(error) ? 'database_refuses' : 'database_away');
  }
}
