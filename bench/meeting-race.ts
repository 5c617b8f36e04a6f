import { sql } from '#server/db/sql.ts';
import { signIn } from '#shared/contract/access/sign-in.ts';
import { meetingActions } from '#shared/contract/meetings/meetings.ts';
import { departments, meetingRooms } from '#shared/contract/meetings/rooms.ts';
import { clashOf, type Span } from '#shared/domain/meeting-dates.ts';
import { DAY_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { faults } from '#shared/faults.ts';
import { openStage } from './stage.ts';

const AT_ONCE = 200;
const ROOMS = 3;
const STEP = 15 * MINUTE_MS;

interface Answer {
  code: number;
  data: Record<string, unknown>;
}
interface Try extends Span {
  room_id: number;
  code: number;
}

/** `npm run bench -- meeting-race 10000`: that many concurrent attempts to book or move into overlapping times. */
export async function benchMeetingRace(): Promise<void> {
  const tries = Number(process.argv[3] ?? 10_000);
  const { db, webPort } = await openStage({ demo: true });
  const send = await sender(webPort);
  const { department_id } = (await send(departments.add.path, { department_name: 'race' })).data;
  const rooms: number[] = [];
  for (let nth = 0; nth < ROOMS; nth++) {
    const made = await send(meetingRooms.add.path, { room_name: `race ${nth}`, department_id });
    rooms.push(Number(made.data.room_id));
  }
  const people = await db.one<{ user_id: number }>(sql`select min(user_id) as user_id from user_account`);
  const base = Math.ceil((Date.now() + DAY_MS) / DAY_MS) * DAY_MS;
  const wish = () => {
    const starts_at = new Date(base + Math.floor(Math.random() * 40) * STEP);
    const ends_at = new Date(starts_at.getTime() + (1 + Math.floor(Math.random() * 16)) * STEP);
    return { room_id: rooms[Math.floor(Math.random() * ROOMS)] ?? 0, starts_at, ends_at };
  };
  // First only bookings, so that the meeting that caused a refusal still exists at the end.
  const booked = await inWaves(tries / 2, async () => {
    const wanted = wish();
    const input = { ...wanted, theme: 'race', attendee_ids: [people?.user_id ?? 1] };
    return { ...wanted, code: (await send(meetingActions.add.path, input)).code };
  });
  const there = await db.rows<{ room_id: number; starts_at: string; ends_at: string }>(
    sql`select room_id, starts_at, ends_at from meeting where room_id = any(${rooms})`,
  );
  const wrong = booked.filter((one) => !isRight(one, there));
  // Then the meetings are moved.
  const ids = await db.rows<{ meeting_id: number }>(
    sql`select meeting_id from meeting where room_id = any(${rooms})`,
  );
  const moved = await inWaves(tries / 2, async () => {
    const { meeting_id } = ids[Math.floor(Math.random() * ids.length)] ?? { meeting_id: 0 };
    const now = await db.one<{ version: number }>(
      sql`select version from meeting where meeting_id = ${meeting_id}`,
    );
    const wanted = wish();
    const input = { meeting_id, version: now?.version ?? 1, ...wanted };
    return { ...wanted, code: (await send(meetingActions.edit.path, input)).code };
  });
  const overlaps = await db.one<{ count: number }>(sql`
    select count(*) as count from meeting a join meeting b on a.room_id = b.room_id and a.meeting_id < b.meeting_id
       and a.starts_at < b.ends_at and b.starts_at < a.ends_at
     where a.state in ('booked', 'started') and b.state in ('booked', 'started')`);
  console.log(`booking: ${told(booked)}`);
  console.log(`moving: ${told(moved)}`);
  console.log(`${overlaps?.count} overlaps, ${wrong.length} refusals with a wrong code`);
  const known = new Set([0, 45, 46, 48, 65]);
  if (overlaps?.count !== 0 || wrong.length > 0 || moved.some(({ code }) => !known.has(code)))
    process.exitCode = 1;
}

/** A refusal must have the code of a clash with an existing meeting; a booked meeting must exist. */
function isRight(
  { room_id, code, ...wanted }: Try,
  there: { room_id: number; starts_at: string; ends_at: string }[],
) {
  return there
    .filter((one) => one.room_id === room_id)
    .map((one) => ({ starts_at: new Date(one.starts_at), ends_at: new Date(one.ends_at) }))
    .some((one) => {
      if (code === 0) return one.starts_at.getTime() === wanted.starts_at.getTime();
      const clash = clashOf(wanted, one);
      return clash !== undefined && faults[clash].code === code;
    });
}

async function inWaves(count: number, attempt: () => Promise<Try>): Promise<Try[]> {
  const done: Try[] = [];
  while (done.length < count) done.push(...(await Promise.all(Array.from({ length: AT_ONCE }, attempt))));
  return done;
}

function told(tries: readonly Try[]): string {
  const counts = new Map<number, number>();
  for (const { code } of tries) counts.set(code, (counts.get(code) ?? 0) + 1);
  return `${tries.length} tries, by code ${[...counts].map(([code, n]) => `${code}: ${n}`).join(', ')}`;
}

async function sender(webPort: number): Promise<(path: string, input: object) => Promise<Answer>> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    OperationPlatform: 'Web',
    IMEI: 'meeting-race',
  };
  const send = async (path: string, input: object) => {
    const body = JSON.stringify(input);
    const response = await fetch(`http://127.0.0.1:${webPort}${path}`, { method: 'POST', headers, body });
    return (await response.json()) as Answer;
  };
  const { data } = await send(signIn.login.path, { account: 'admin', password: 'lanjing123' });
  headers.access_token = String(data.access_token);
  return send;
}
