import { sql } from '#server/db/sql.ts';

type Said = number | [value: number | null, flag: string];

export interface Sent {
  cn: '2011' | '2051' | '2061' | '2031';
  /** Local time of the network. */
  time: string;
  values: Record<string, Said>;
}

export interface PlantedEvent {
  what: string;
  rules?: Record<string, unknown>[];
  setup?: (site_id: number) => ReturnType<typeof sql>[];
  site?: { virtual_data?: boolean; product?: boolean; water?: boolean; city?: boolean };
  /** Clock-based kinds to check; others are ignored because all stations are silent at the end. */
  watched?: readonly string[];
  sent: (Sent | Information)[];
  /** Sent after a restart of the server. */
  later?: (Sent | Information)[];
  after?: (site_id: number) => ReturnType<typeof sql>;
  /** `kind level from-to`: hours or minutes of the day; no end if still open. */
  log: string[];
}

export interface Information {
  time: string;
  info: Record<string, string>;
  target?: string;
}

export const PM25 = 'a34004';
const PM10 = 'a34002';
const O3 = 'a05024';
const DAY = '20260302';
const two = (n: number) => String(n).padStart(2, '0');

const hours = (values: (Said | undefined)[], code = PM25, first = 0): Sent[] =>
  values.flatMap((value, i) =>
    value === undefined
      ? []
      : [{ cn: '2061', time: `${DAY}${two(first + i)}0000`, values: { [code]: value } }],
  );
const pairs = (rows: [Said, Said][], codes: [string, string]): Sent[] =>
  rows.map(([a, b], i) => ({
    cn: '2061',
    time: `${DAY}${two(i)}0000`,
    values: { [codes[0]]: a, [codes[1]]: b },
  }));
const realtime = (values: Said[], first = 50): Sent[] =>
  values.map((value, i) => ({ cn: '2011', time: `${DAY}23${two(first + i)}00`, values: { [PM25]: value } }));
const minutes = (values: Said[], first = 50): Sent[] =>
  values.map((value, i) => ({ cn: '2051', time: `${DAY}23${two(first + i)}00`, values: { [PM25]: value } }));
const days = (values: Record<string, Said>): Sent[] =>
  Object.entries(values).map(([day, value]) => ({
    cn: '2031',
    time: `${day}000000`,
    values: { [PM25]: value },
  }));
const over = (more: Record<string, unknown> = {}) => ({
  ...{ component: PM25, data_type: 'hour', high_warning: 75, high_alarm: 150, ...more },
});
const off = (kind: string) => (site_id: number) => [
  sql`insert into alarm_kind (kind, scope, site_id, enabled) values (${kind}, 'site', ${site_id}, false)`,
];
const set = (kind: string, params: Record<string, number>) => (site_id: number) => [
  sql`insert into alarm_kind (kind, scope, site_id, params)
      values (${kind}, 'site', ${site_id}, ${JSON.stringify(params)}::jsonb)`,
];

export const events: PlantedEvent[] = [
  {
    what: 'over its limit',
    rules: [over()],
    sent: hours([60, 80, 160, 90, 70]),
    log: ['over_standard alarm 01-04'],
  },
  {
    what: 'a warning only',
    rules: [over()],
    sent: hours([80, 90, 70]),
    log: ['over_standard warning 00-02'],
  },
  { what: 'at its limit', rules: [over()], sent: hours([75, 75, 74]), log: [] },
  { what: 'open in the end', rules: [over()], sent: hours([60, 80]), log: ['over_standard warning 01-'] },
  {
    what: 'hovering about its limit within the dead band',
    rules: [over({ deadband: 5 })],
    sent: hours([76, 74, 77, 71, 70]),
    log: ['over_standard warning 00-04'],
  },
  { what: 'once too few', rules: [over({ raise_after: 2 })], sent: hours([80, 60, 81, 60]), log: [] },
  {
    what: 'twice after one another',
    rules: [over({ raise_after: 2 })],
    sent: hours([80, 60, 81, 82, 60]),
    log: ['over_standard warning 02-04'],
  },
  {
    what: 'back once is not enough',
    rules: [over({ clear_after: 2 })],
    sent: hours([80, 60, 82, 60, 61]),
    log: ['over_standard warning 00-03'],
  },
  {
    what: 'a gap breaks a run',
    rules: [over({ raise_after: 2 })],
    sent: hours([80, undefined, undefined, undefined, undefined, 81]),
    log: [],
  },
  {
    what: 'a gap leaves what is open',
    rules: [over()],
    sent: hours([80, undefined, undefined, undefined, undefined, 60]),
    log: ['over_standard warning 00-05'],
  },
  {
    what: 'marked values count for nothing',
    rules: [over()],
    sent: hours([[200, 'D'], [200, 'C'], 80, [10, 'D'], 60]),
    log: ['over_standard warning 02-04'],
  },
  {
    what: 'below a low limit',
    rules: [over({ high_warning: null, high_alarm: null, low_warning: 20, low_alarm: 10 })],
    sent: hours([30, 15, 5, 25]),
    log: ['over_standard alarm 01-03'],
  },
  {
    what: 'outside of its hours',
    rules: [over({ hours: [['08:00', '20:00']] })],
    sent: hours([80, 80], PM25, 6),
    log: [],
  },
  {
    what: 'within its hours',
    rules: [over({ hours: [['08:00', '20:00']] })],
    sent: hours([80, 80, 81, 60], PM25, 6),
    log: ['over_standard warning 08-09'],
  },
  {
    what: 'hours over midnight',
    rules: [over({ hours: [['22:00', '02:00']] })],
    sent: hours([80, 81, 82, 60]),
    log: ['over_standard warning 00-'],
  },
  {
    what: 'a site’s own rule before that of its line',
    site: { product: true },
    rules: [over({ high_warning: 200, high_alarm: null })],
    sent: hours([160, 60]),
    log: [],
  },
  {
    what: 'the rule of its line',
    site: { product: true },
    sent: hours([45, 55, 20]),
    log: ['over_standard warning 01-02'],
  },
  {
    what: 'limits that change with the edition',
    rules: [over({ data_type: 'day', limits: 'grade_2', high_warning: null, high_alarm: null })],
    sent: days({ '20260227': 70, '20260228': 70, '20260301': 70 }),
    log: ['over_standard alarm 00-'],
  },
  {
    what: 'ozone over eight hours',
    rules: [over({ component: O3, measure: 'o3_8h', high_warning: null, high_alarm: 160 })],
    sent: hours([200, 201, 202, 203, 204, 205, 10, 11, 12], O3),
    log: ['over_standard alarm 05-07'],
  },
  {
    what: 'one factor by hours and by minutes',
    rules: [over(), over({ data_type: 'minute' })],
    sent: [...hours([80, 60]), ...minutes([80, 90, 60])],
    log: ['over_standard warning 00-01', 'over_standard warning 23:50-23:52'],
  },
  {
    what: 'real-time values',
    rules: [over({ data_type: 'realtime', raise_after: 3 })],
    sent: realtime([80, 81, 82, 83, 60]),
    log: ['over_standard warning 23:50-23:54'],
  },
  { what: 'standing still', sent: hours([7, 7, 7, 7, 7, 7, 8], 'a21026'), log: ['constant warning 05-06'] },
  { what: 'particles standing still', sent: hours([30, 30, 30, 30, 31]), log: ['constant warning 03-04'] },
  { what: 'nearly standing still', sent: hours([30, 30, 30, 31, 31, 31]), log: [] },
  { what: 'nothing', sent: hours([5, 0, 0, 0, 6], 'a21026'), log: ['zero warning 01-04'] },
  { what: 'below nothing', sent: hours([5, [-1, 'N'], [-1, 'N'], 6], 'a21026'), log: [] },
  {
    what: 'nothing, where nobody wants to know',
    setup: off('zero'),
    sent: hours([5, 0, 0, 0, 6], 'a21026'),
    log: [],
  },
  { what: 'a jump', sent: hours([10, 11, 200, 199]), log: ['jump warning 02-03'] },
  { what: 'a jump of little', sent: hours([1, 9, 1]), log: [] },
  {
    what: 'the part above the whole',
    sent: pairs(
      [
        [20, 40],
        [50, 41],
        [51, 42],
        [20, 43],
      ],
      [PM25, PM10],
    ),
    log: ['pair warning 01-03'],
  },
  {
    what: 'NO above NOx',
    sent: pairs(
      [
        [20, 15],
        [21, 16],
        [22, 40],
      ],
      ['a21003', 'a21002'],
    ),
    log: ['pair warning 00-02'],
  },
  {
    what: 'marked by its device',
    sent: realtime([10, [11, 'D'], [12, 'D'], [13, 'D'], 14]),
    log: ['flag warning 23:51-23:54'],
  },
  { what: 'calibrated', sent: realtime([10, [11, 'C'], [12, 'C'], [13, 'C'], [14, 'M'], 15]), log: [] },
  {
    what: 'looked after',
    rules: [over()],
    setup: (site_id) => [
      sql`insert into maintenance_window (scope, site_id, starts_at, ends_at)
          values ('site', ${site_id}, '2026-03-02T01:00+08:00', '2026-03-02T03:00+08:00')`,
    ],
    sent: hours([60, 80, 90, 60]),
    log: [],
  },
  { what: 'simulated', site: { virtual_data: true }, rules: [over()], sent: hours([60, 180, 60]), log: [] },
  {
    what: 'before and after a restart',
    rules: [over({ raise_after: 2, clear_after: 2 })],
    sent: hours([80]),
    // The first value completes a sequence that began before the restart.
    later: hours([81, 60, 61], PM25, 1),
    log: ['over_standard warning 00-02'],
  },
  {
    what: 'open over a restart',
    rules: [over()],
    sent: hours([80]),
    later: hours([60], PM25, 1),
    log: ['over_standard warning 00-01'],
  },
  {
    what: 'resupplied in between',
    rules: [over()],
    sent: hours([80, undefined, 81, 60]),
    later: hours([60], PM25, 1),
    log: ['over_standard warning 00-01', 'over_standard warning 02-03'],
  },
  {
    what: 'resupplied before',
    rules: [over()],
    sent: hours([undefined, undefined, 60]),
    later: hours([80, 60]),
    log: ['over_standard warning 00-01'],
  },
  {
    what: 'sent again',
    rules: [over()],
    sent: hours([80, 60]),
    later: hours([80, 60]),
    log: ['over_standard warning 00-01'],
  },
  {
    what: 'a standard that is deleted',
    rules: [over()],
    sent: hours([80]),
    after: (site_id) => sql`delete from alarm_rule where site_id = ${site_id}`,
    log: ['over_standard warning 00-rule_ended'],
  },
  {
    what: 'water worse than it should be',
    site: { water: true },
    rules: [{ measure: 'water_class', component: null, data_type: 'hour', limits: 'target' }],
    sent: hours([0.15, 0.25, 0.15], 'w21011'),
    log: ['over_standard alarm 01-02'],
  },
  {
    what: 'an instrument at fault',
    setup: set('offline', { after: 10_080 }),
    sent: [{ time: `${DAY}235000`, info: { i12001: '2' }, target: PM25 }],
    later: [{ time: `${DAY}235500`, info: { i12001: '0' }, target: PM25 }],
    log: ['fault alarm 23:50-now'],
  },
  {
    what: 'the rule of the network',
    sent: hours([400, 600, 410], 'a21026'),
    log: ['over_standard alarm 01-02'],
  },
  {
    what: 'looked after with its whole city',
    rules: [over()],
    site: { city: true },
    setup: () => [
      sql`insert into maintenance_window (scope, city_code, starts_at, ends_at)
          values ('city', '330500', '2026-03-02T01:00+08:00', '2026-03-02T03:00+08:00')`,
    ],
    sent: hours([60, 80, 90, 80, 60]),
    log: ['over_standard warning 03-04'],
  },
  {
    what: 'calibrated by a command',
    rules: [over()],
    setup: (site_id) => [
      sql`insert into maintenance_window (scope, site_id, starts_at, ends_at, origin)
          values ('site', ${site_id}, '2026-03-02T01:00+08:00', '2026-03-02T02:00+08:00', 'calibration')`,
    ],
    sent: hours([60, 500, 60]),
    log: [],
  },
  {
    what: 'sent again with another value',
    rules: [over()],
    sent: hours([60, 80, 61]),
    later: hours([70], PM25, 1),
    log: ['over_standard warning 01-corrected'],
  },
  {
    what: 'worse after all',
    rules: [over({ raise_after: 2 })],
    sent: hours([80, 81, undefined, 160, 60]),
    later: hours([161], PM25, 2),
    log: ['over_standard alarm 00-04'],
  },
  {
    what: 'silent since noon, and back',
    watched: ['offline'],
    setup: (site_id) => [
      sql`insert into link_state (site_id, online, changed_at, last_packet_at)
          values (${site_id}, false, '2026-03-02T12:05+08:00', '2026-03-02T12:00+08:00')`,
    ],
    sent: [],
    later: hours([20]),
    log: ['offline alarm 12:01-now'],
  },
  {
    what: 'silent for less than it may be',
    watched: ['offline'],
    setup: (site_id) => [
      ...set('offline', { after: 1440 })(site_id),
      sql`insert into link_state (site_id, online, changed_at, last_packet_at)
          values (${site_id}, false, '2026-03-02T12:05+08:00', '2026-03-02T12:00+08:00')`,
    ],
    sent: [],
    log: [],
  },
  {
    what: 'hours of one factor that are missing',
    watched: ['missing'],
    setup: (site_id) => [
      sql`insert into link_state (site_id, online, changed_at) values (${site_id}, true, '2026-03-02T08:00+08:00')`,
      sql`insert into device_factor (site_id, component_id)
          select ${site_id}, component_id from component where code_2017 in (${PM25}, ${PM10})`,
    ],
    sent: hours([20, 21, 22, 23, 24], PM25, 18),
    log: ['missing warning 20-'],
  },
  {
    what: 'a clock that is an hour fast',
    watched: ['clock_drift'],
    sent: [{ cn: '2011', time: '20260303010000', values: { [PM25]: 20 } }],
    log: ['clock_drift warning 00-'],
  },
  {
    what: 'a door and little power',
    sent: [{ time: `${DAY}235000`, info: { i32001: '1', i33103: '180' } }],
    log: ['door warning 23:50-', 'low_power warning 23:50-'],
  },
];
