import { encodePacket, parsePacket } from '#protocol/packet.ts';
import { executionAnswer, requestAnswer } from '#protocol/replies.ts';
import { decodeText, encodeText } from '#protocol/text.ts';
import { framesIn } from '#protocol/whole.ts';
import type { Ctx } from '#server/app.ts';
import { type Plan, type PlannedRequest, wireTime } from '#server/commands/plan.ts';
import { sql } from '#server/db/sql.ts';
import type { labExamples, labStationTypes } from '#shared/contract/learning/laboratory.ts';
import { fillWire } from '#shared/domain/command-template.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/domain/time-units.ts';
import { Fault } from '#shared/faults.ts';

export interface LabStation {
  mn: string;
  station_type: (typeof labStationTypes)[number];
  password: string;
  check_password: boolean;
  device: Record<string, string>;
}

const MN_DIGITS = 21;

/** The learner's virtual station, created on first use. Its MN starts with LAB, unlike those of real devices. */
export async function labStation({ db, user }: Pick<Ctx, 'db' | 'user'>): Promise<LabStation> {
  await db.run(sql`insert into lab_station (user_id) values (${user.user_id}) on conflict do nothing`);
  const row = await db.one<Omit<LabStation, 'mn'>>(sql`
    select station_type, password, check_password, device from lab_station where user_id = ${user.user_id}`);
  if (!row) throw new Fault('no_data');
  return { ...row, mn: `LAB${String(user.user_id).padStart(MN_DIGITS, '0')}` };
}

/** National codes with plausible values. */
const values = {
  air: { a34004: 35, a34002: 68, a05024: 96, a21026: 9, a21004: 31, a21005: 0.7 },
  water: { w01001: 7.4, w01009: 8.1, w01019: 3.2, w21003: 0.21, w21011: 0.06 },
} as const;
const systems = { air: '22', water: '21' } as const;
const periods = {
  realtime: { cn: '2011', suffix: 'Rtd', ms: 1000 },
  minute: { cn: '2051', suffix: 'Avg', ms: MINUTE_MS },
  hour: { cn: '2061', suffix: 'Avg', ms: HOUR_MS },
} as const;

/** An example packet; each of the faulty ones has one error. */
export function examplePacket(station: LabStation, example: (typeof labExamples)[number], now: Date): string {
  const { cn, suffix, ms } = periods[example === 'minute' || example === 'hour' ? example : 'realtime'];
  const shift = example === 'future_time' ? DAY_MS : 0;
  const at = new Date(Math.floor(now.getTime() / ms) * ms - (ms > 1000 ? ms : 0) + shift);
  const codes = Object.entries(values[station.station_type]);
  const sent = example === 'unknown_code' ? [...codes, ['a99999', 1] as const] : codes;
  const frame = encodePacket({
    qn: `${wireTime(now)}001`,
    st: systems[station.station_type],
    cn,
    pw: example === 'wrong_password' ? '000000' : station.password,
    mn: station.mn,
    flag: 5,
    cp: [
      [{ name: 'DataTime', value: wireTime(at) }],
      ...sent.map(([code, value]) => [
        { name: `${code}-${suffix}`, value: String(value) },
        { name: `${code}-Flag`, value: 'N' },
      ]),
    ],
  });
  const { text } = decodeText(frame);
  if (example === 'bad_crc') return text.replace('Flag=N', 'Flag=D');
  return example === 'cut_off' ? text.slice(0, Math.floor(text.length * 0.6)) : text;
}

const defaults: Record<string, string> = { seconds: '30', minutes: '1', bottle: '3' };

/** The virtual device's answers to a request: acknowledgement, data, result. It keeps settings that it receives. */
export function deviceAnswers(
  device: Record<string, string>,
  request: string,
  planned: PlannedRequest,
  plan: Plan,
  now: Date,
): string[] {
  const [frame] = framesIn(encodeText(`${request}\r\n`));
  if (!frame) return [];
  const packet = parsePacket(frame);
  Object.assign(device, Object.fromEntries(Object.entries(plan.slots).filter(([slot]) => slot in defaults)));
  const slots = { ...defaults, ...device, time: wireTime(now), ...plan.slots };
  const said = planned.reply
    ? [
        {
          ...requestAnswer(packet, 1),
          st: packet.st ?? '22',
          cn: planned.reply_cn ?? planned.cn,
          cp: fillWire(planned.reply, slots),
        },
      ]
    : [];
  return [requestAnswer(packet, 1), ...said, executionAnswer(packet, 1)].map((answer) =>
    decodeText(encodePacket(answer)).text.trimEnd(),
  );
}
