import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { englishSiteName } from '#server/places/site-names.ts';
import { type OrderAct, type OrderState, orderStep } from '#shared/domain/order-steps.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { DUTY_GROUP } from './duty.ts';
import { demoSites } from './sites.ts';

/** Days with orders before today, so that the statistics have data for two months. */
const DAYS = 60;
/** Provinces that the demo's operator looks after. */
const PROVINCES = new Set(['370000', '320000']);

interface Kind {
  type: string;
  titles: readonly string[];
  responseMs: number;
  completionMs: number;
  answers: readonly Record<string, string | number>[];
  checks: Record<string, { passed: boolean }>;
}

const passed = { passed: true };

const repair: Kind = {
  ...{ type: '故障维修', responseMs: HOUR_MS, completionMs: DAY_MS, checks: {} },
  titles: ['采样泵异响', '数据长时间不变', '站房空调不制冷', '通信中断', '采样管路结露'],
  answers: [
    { cause: '采样泵膜片老化', action: '更换膜片，流量恢复', parts: '泵膜片' },
    { cause: '光源衰减', action: '清洁光路并校准' },
    { cause: '空调制冷剂不足', action: '补充制冷剂' },
    { cause: '物联网卡欠费', action: '续费后恢复，补传缺失数据' },
    { cause: '伴热带损坏', action: '更换伴热带', parts: '伴热带' },
  ],
};
const inspection: Kind = {
  ...{ type: '日常巡检', responseMs: 8 * HOUR_MS, completionMs: 3 * DAY_MS, titles: ['周巡检'] },
  answers: [{ remark: '站点运行正常' }],
  checks: { surroundings: passed, power: passed, sampling: passed, instruments: passed, logger: passed },
};
const calibration: Kind = {
  ...{ type: '仪器校准', responseMs: 8 * HOUR_MS, completionMs: 2 * DAY_MS, titles: ['季度零点、跨度校准'] },
  answers: [{ zero: 0.4, span: 399.2, gas: 'GBW(E)060172', remark: '合格' }],
  checks: {},
};

/** English titles, which follow the name of the station. */
const english: Record<string, string> = {
  采样泵异响: 'Sampling pump noise',
  数据长时间不变: 'Values unchanged for a long time',
  站房空调不制冷: 'Shelter air conditioner not cooling',
  通信中断: 'Communication lost',
  采样管路结露: 'Condensation in the sampling line',
  周巡检: 'Weekly inspection',
  '季度零点、跨度校准': 'Quarterly zero and span calibration',
  颗粒物数据长时间不变: 'PM values unchanged for a long time',
  采样流量偏低: 'Low sampling flow',
  氨氮分析仪试剂泵故障: 'Ammonia nitrogen analyser pump fault',
};

interface Step {
  act: OrderAct | 'add';
  at: number;
  from_state?: OrderState;
  to_state: OrderState;
  by: string;
  note?: string;
}

/** The history of an order: each step with its time in hours after the creation. */
type Past = readonly [act: OrderAct, hours: number, note?: string][];

const closedWell: Past = [
  ['accept', 0.4],
  ['start', 2],
  ['do', 6],
  ['check_pass', 8],
];
const sentBack: Past = [
  ['accept', 0.7],
  ['start', 3],
  ['do', 9],
  ['check_fail', 10, '照片看不清铭牌，请补拍'],
  ['do', 20],
  ['check_pass', 22],
];
const late: Past = [
  ['accept', 3],
  ['start', 20],
  ['hold', 22, '等待备件'],
  ['start', 70],
  ['do', 84],
  ['check_pass', 90],
];

/** Open orders; `hours` is their age. */
const open: { kind: Kind; title: string; hours: number; past: Past; priority: string }[] = [
  { kind: repair, title: '颗粒物数据长时间不变', hours: 0.6, past: [], priority: 'high' },
  { kind: inspection, title: '周巡检', hours: 3, past: [], priority: 'normal' },
  {
    kind: calibration,
    title: '季度零点、跨度校准',
    ...{ hours: 20, past: [['accept', 4]], priority: 'normal' },
  },
  {
    kind: repair,
    title: '采样流量偏低',
    hours: 5,
    past: [
      ['accept', 0.5],
      ['start', 3],
    ],
    priority: 'normal',
  },
  {
    kind: repair,
    title: '氨氮分析仪试剂泵故障',
    hours: 19,
    past: [
      ['accept', 0.5],
      ['start', 2],
      ['hold', 4, '备件已订购，明天到货'],
    ],
    priority: 'high',
  },
  {
    kind: inspection,
    title: '周巡检',
    hours: 30,
    past: [
      ['accept', 2],
      ['start', 20],
      ['do', 28],
    ],
    priority: 'normal',
  },
];

function orderOf(
  now: number,
  nth: number,
  kind: Kind,
  { title, hours, past, priority }: { title: string; hours: number; past: Past; priority: string },
) {
  const sites = demoSites.filter(({ province_code }) => PROVINCES.has(province_code));
  const site = sites[(nth * 7) % sites.length];
  const made = now - hours * HOUR_MS - nth * 137;
  const steps: Step[] = [{ act: 'add', at: made, to_state: 'pending', by: 'manager' }];
  for (const [act, later, note] of past) {
    const from_state = steps.at(-1)?.to_state ?? 'pending';
    const by = act.startsWith('check') ? 'manager' : 'operator';
    const to_state = orderStep(from_state, act, true) ?? from_state;
    steps.push({ act, at: made + later * HOUR_MS, from_state, to_state, by, ...(note && { note }) });
  }
  const timeOf = (act: OrderAct) => steps.findLast((step) => step.act === act)?.at;
  const state = steps.at(-1)?.to_state ?? 'pending';
  const isDone = timeOf('do') !== undefined;
  const moment = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));
  const site_name = site?.site_name ?? '';
  return {
    ...{ mn: site?.mn ?? '', type: kind.type, order_title: `${site_name} ${title}`, priority },
    order_title_en: `${englishSiteName(site_name, '')}: ${english[title] ?? title}`,
    ...{ state, source: kind === repair ? 'person' : 'plan', created_at: new Date(made) },
    // An order that nobody has accepted belongs to the duty group.
    assignee: past.length > 0 ? 'operator' : null,
    response_due_at: new Date(made + kind.responseMs),
    due_at: new Date(made + kind.completionMs),
    accepted_at: moment(timeOf('accept')),
    started_at: moment(steps.find(({ act }) => act === 'start')?.at),
    held_at: state === 'on_hold' ? moment(timeOf('hold')) : null,
    done_at: moment(timeOf('do')),
    closed_at: moment(timeOf('check_pass')),
    answers: isDone ? (kind.answers[nth % kind.answers.length] ?? {}) : {},
    checks: isDone ? kind.checks : {},
    returned: steps.filter(({ act }) => act === 'check_fail').length,
    steps: steps.map(({ at, ...step }) => ({ ...step, at: new Date(at) })),
  };
}

/** One order per past day, most of them in time and passed at the first check, and the open ones. */
function ordersOf(now: Date) {
  const kinds = [inspection, repair, inspection, calibration, repair];
  const over = Array.from({ length: DAYS - 5 }, (_, nth) => {
    const kind = kinds[nth % kinds.length] ?? repair;
    const past = nth % 11 === 4 ? late : nth % 7 === 2 ? sentBack : closedWell;
    const title = kind.titles[nth % kind.titles.length] ?? '';
    return orderOf(now.getTime(), nth, kind, {
      ...{ title, past, hours: (nth + 5) * 24, priority: nth % 9 === 1 ? 'high' : 'normal' },
    });
  });
  return [...over, ...open.map(({ kind, ...one }, nth) => orderOf(now.getTime(), DAYS + nth, kind, one))];
}

/** Adds the orders of two months. They are deleted together with their stations. */
export async function seedOrders(db: Db): Promise<void> {
  const orders = ordersOf(new Date());
  await db.run(sql`
    with wanted as (
      select w.*, s.site_id, t.order_type_id, f.form_id, f.needs_check, m.user_id as made_by, m.real_name as made_by_name,
             a.user_id as assignee_id,
             (select user_group_id from user_group where user_group_name = ${DUTY_GROUP}) as user_group_id
        from jsonb_to_recordset(${json(orders)})
               as w (mn text, type text, order_title text, order_title_en text, priority text, state text, source text, assignee text,
                     created_at timestamptz, response_due_at timestamptz, due_at timestamptz, accepted_at timestamptz,
                     started_at timestamptz, held_at timestamptz, done_at timestamptz, closed_at timestamptz, answers jsonb,
                     checks jsonb, returned integer, steps jsonb)
        join site s on s.mn = w.mn and s.demo
        join order_type t on t.type_name = w.type
        join lateral (select form_id, needs_check from order_form where order_type_id = t.order_type_id
                       order by number desc limit 1) f on true
        join user_account m on lower(m.account) = 'manager'
        left join user_account a on lower(a.account) = w.assignee),
    made as (
      insert into work_order (order_type_id, form_id, needs_check, site_id, order_title, order_title_en, priority, state,
                              source, made_by, made_by_name, user_group_id, assignee_id, created_at, response_due_at, due_at, accepted_at,
                              started_at, held_at, done_at, closed_at, answers, checks, returned)
      select order_type_id, form_id, needs_check, site_id, order_title, order_title_en, priority, state, source, made_by, made_by_name,
             user_group_id, assignee_id, created_at, response_due_at, due_at, accepted_at, started_at, held_at, done_at,
             closed_at, answers, checks, returned
        from wanted order by created_at
      returning order_id, created_at)
    insert into order_step (order_id, at, act, from_state, to_state, user_id, actor, note)
    select made.order_id, st.at, st.act, st.from_state, st.to_state, u.user_id, u.real_name, coalesce(st.note, '')
      from made join wanted using (created_at),
           jsonb_to_recordset(wanted.steps)
             as st (at timestamptz, act text, from_state text, to_state text, by text, note text)
      join user_account u on lower(u.account) = st.by
     order by made.order_id, st.at`);
}
