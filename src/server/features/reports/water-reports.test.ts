import { readFile } from 'node:fs/promises';
import { parseCsv, readXlsx } from 'hucre';
import { beforeAll, describe, expect, test } from 'vitest';
import { Sql, sql } from '#server/db/sql.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { history } from '#shared/contract/readings/history.ts';
import { reports } from '#shared/contract/reports/reports.ts';
import { products } from '#shared/contract/site-config/products.ts';
import type { ReportKind } from '#shared/domain/report-period.ts';
import { DAY_MS, HOUR_MS } from '#shared/domain/time-units.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { exportedForm } from '#test/helpers/export.ts';
import { factorIds } from '#test/helpers/factors.ts';

let app: TestApp;
let admin: Client;
let fids: Record<string, number>;

beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
  fids = await factorIds(app.db);
});

async function makeSite(mn: string, body: 'river' | 'lake' = 'river', product_id?: number): Promise<number> {
  const site = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name, agreement_id, site_type, water_quality_type, interval_seconds, product_id)
    values (${mn}, ${mn}, (select min(agreement_id) from agreement), 'water', ${body}, 14400, ${product_id ?? null})
    returning site_id`);
  return site?.site_id ?? 0;
}

type Values = Readonly<Record<string, number>>;
const start = (day: string) => new Date(`${day}T00:00:00+08:00`);

/** Hours of a day, every four hours from midnight. */
function day(site_id: number, at: Date, values: readonly Values[]): ReadingRow[] {
  return values.map((of, i) => {
    const known = Object.entries(of)
      .map(([key, value]) => ({ fid: fids[key] ?? 0, value }))
      .sort((a, b) => a.fid - b.fid);
    return {
      ...{ site_id, ts: new Date(at.getTime() + 4 * i * HOUR_MS), data_type: 'hour', origin: 'l' },
      fids: known.map(({ fid }) => fid),
      avg: known.map(({ value }) => value),
    };
  });
}

async function store(readings: readonly ReadingRow[]): Promise<void> {
  await app.app.series.append({ readings, packets: [] });
  await app.rollUp();
}

/** `count` days from this one on, each with the same values six times. */
const days = (site_id: number, from: string, count: number, of: (n: number) => Values) =>
  Array.from({ length: count }, (_, n) =>
    day(site_id, new Date(start(from).getTime() + n * DAY_MS), Array(6).fill(of(n))),
  ).flat();

async function ask(kind: ReportKind, site_id: number, date: string) {
  const { sites } = await admin.send(reports[kind], { site_ids: [site_id], date });
  const [site] = sites;
  if (!site) throw new Error('a report without its site');
  const place = (key: string) => site.component_ids.indexOf(fids[key] ?? -1);
  return { site, mean: (key: string) => site.summary[place(key)]?.mean, place };
}

async function why(kind: ReportKind, site_id: number, date: string, key: string, ts: string | null = null) {
  const [value, section] = await Promise.all([
    admin.send(reports.why, { site_id, kind, date, ts, component_id: fids[key] ?? 0 }),
    admin.send(reports.classWhy, { site_id, kind, date, ts }),
  ]);
  return { value, section };
}

/** Exact mean of daily means in ten-thousandths with integers, rounded half to even to three decimals. */
function exactMean(table: readonly (readonly number[])[]): number {
  const common = table.reduce((product, values) => product * BigInt(values.length), 1n);
  const sum = table.reduce(
    (total, values) =>
      total + (values.reduce((all, value) => all + BigInt(value), 0n) * common) / BigInt(values.length),
    0n,
  );
  const [over, under] = [sum, common * BigInt(table.length) * 10n];
  const [whole, rest] = [over / under, (over % under) * 2n];
  const isUp = rest > under || (rest === under && whole % 2n === 1n);
  return Number(whole + (isUp ? 1n : 0n)) / 1000;
}

/** Deterministic pseudo-random numbers. */
function draws(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * most);
  };
}

describe('means are of unrounded values and rounded once', () => {
  test('a month that rounded days would put into class III is II in every report', async () => {
    const site_id = await makeSite('W3', 'lake');
    // The days round to 0.026 and 0.025, with the mean 0.0255 (rounded 0.026, class III); the unrounded mean is
    // 0.02546.
    await store(days(site_id, '2025-12-01', 31, (n) => ({ tp: n % 2 === 0 ? 0.0255 : 0.025_42, ph: 7 })));
    const month = await ask('month', site_id, '2025-12-01');
    const year = await ask('year', site_id, '2025-12-01');
    const december = year.site.lines[11];
    expect([month.mean('tp'), december?.values[year.place('tp')]]).toEqual([0.025, 0.025]);
    expect([month.site.water_class, december?.water_class]).toEqual([2, 2]);
    const ofMonth = await why('month', site_id, '2025-12-01', 'tp');
    const ofLine = await why('year', site_id, '2025-12-01', 'tp', december?.ts);
    for (const { value, section } of [ofMonth, ofLine]) {
      expect([value.value, section.class]).toEqual([0.025, 2]);
      expect(section.items.find(({ item }) => item === 'tp_lake')).toMatchObject({ value: 0.025, class: 2 });
    }
    // From 0.02546 and not 0.025: 0.02546 / 0.05 for phosphorus plus 0 for a pH of 7.
    expect(ofMonth.section.composite).toEqual({ index: 0.51, count: 2 });
  });

  test('whatever was measured, a month, its line in the year and why it is so say the same', async () => {
    const [first, ...others] = await Promise.all(
      [1, 2, 3, 4].map(async (seed) => {
        const site_id = await makeSite(`DRAWN ${seed}`, 'lake');
        const draw = draws(seed);
        const table = Array.from({ length: 28 }, () =>
          Array.from({ length: 1 + draw(6) }, () => 150 + draw(200)),
        );
        return { site_id, table };
      }),
    );
    // A mean exactly between two rounded values, of daily means without a finite decimal form.
    const middle = {
      site_id: await makeSite('MIDDLE', 'lake'),
      table: [
        [245, 246, 246],
        [245, 244, 244],
      ],
    };
    const all = [...(first ? [first] : []), ...others, middle];
    await store(
      all.flatMap(({ site_id, table }) =>
        table.flatMap((values, n) =>
          day(
            site_id,
            new Date(start('2025-02-01').getTime() + n * DAY_MS),
            values.map((value) => ({ tp: value / 10_000 })),
          ),
        ),
      ),
    );
    expect(exactMean(middle.table)).toBe(0.024);
    for (const { site_id, table } of all) {
      const expected = exactMean(table);
      const month = await ask('month', site_id, '2025-02-01');
      const year = await ask('year', site_id, '2025-02-01');
      const february = year.site.lines[1];
      const { value, section } = await why('month', site_id, '2025-02-01', 'tp');
      const line = await why('year', site_id, '2025-02-01', 'tp', february?.ts);
      const figures = [month.mean('tp'), february?.values[0], value.value, line.value.value];
      expect(figures).toEqual([expected, expected, expected, expected]);
      const itsClass = expected <= 0.025 ? 2 : 3;
      const classes = [month.site.water_class, february?.water_class, section.class, line.section.class];
      expect(classes).toEqual([itsClass, itsClass, itsClass, itsClass]);
      // A year with one month has the figures of that month.
      expect(year.mean('tp')).toBe(expected);
    }
  });
});

describe('validity', () => {
  test('a day of water needs no share of its hours, and a month no 27 days', async () => {
    const site_id = await makeSite('FEW');
    await store([
      ...days(site_id, '2025-04-01', 25, () => ({ ph: 7, nh3n: 0.1 })),
      ...day(site_id, start('2025-04-26'), [{ ph: 7, nh3n: 40 }]),
    ]);
    const { site, mean, place } = await ask('month', site_id, '2025-04-01');
    expect(site.lines[25]?.valid[place('nh3n')]).toBe(true);
    expect(mean('nh3n')).toBe(1.635);
    expect(site).toMatchObject({ water_class: 5, main: ['nh3n'], left_out: [], running: false });
    expect(site.summary[place('nh3n')]).toMatchObject({ valid: 26, expected: 30, usable: true });
    const { value } = await why('month', site_id, '2025-04-01', 'nh3n');
    expect(value).toMatchObject({ valid: 26, needed: 1, left_out: null });
    expect(value.parts[25]).toMatchObject({ valid: 1, expected: 6, needed: 1, left_out: null });
    // Such a day also counts in the history queries.
    const span = { from: start('2025-04-01').toISOString(), to: start('2025-05-01').toISOString() };
    const asked = { site_ids: [site_id], component_ids: [fids.nh3n ?? 0], ...span };
    const counted = async (data_type: 'day' | 'month') => {
      const { data_info } = await admin.send(history.figures, { ...asked, data_type });
      return [data_info[0]?.valid, data_info[0]?.max];
    };
    expect(await counted('day')).toEqual([26, 40]);
    expect((await counted('month'))[0]).toBe(1);
    const table = await admin.send(history.table, { ...asked, data_type: 'day' });
    expect(table.data_info[0]).toMatchObject({ values: [40], valid: [1], expected: [6], needed: 1 });
    expect(table.data_info.every(({ counts }) => counts === undefined)).toBe(true);
    // The month's line in the year uses the same days.
    const year = await ask('year', site_id, '2025-04-01');
    expect(year.site.lines[3]?.values[year.place('nh3n')]).toBe(1.635);
  });

  test('a year needs eight months, and one that is not over is evaluated with what there is', async () => {
    const site_id = await makeSite('MONTHS');
    const monthly = (year: string, months: number) =>
      Array.from({ length: months }, (_, n) =>
        day(site_id, start(`${year}-${String(n + 1).padStart(2, '0')}-03`), [{ ph: 7, nh3n: 0.4 }]),
      ).flat();
    await store([...monthly('2023', 7), ...monthly('2024', 8), ...monthly('2026', 2)]);
    const seven = await ask('year', site_id, '2023-01-01');
    expect(seven.site).toMatchObject({ water_class: null, left_out: ['ph', 'nh3n'], running: false });
    expect(seven.site.summary[seven.place('nh3n')]).toMatchObject({ mean: 0.4, usable: false });
    const { value } = await why('year', site_id, '2023-01-01', 'nh3n');
    expect(value).toMatchObject({ counted: 'months', valid: 7, expected: 12, needed: 8, left_out: 'few' });
    expect((await ask('year', site_id, '2024-01-01')).site).toMatchObject({ water_class: 2, left_out: [] });
    // The test clock is in November 2026.
    expect((await ask('year', site_id, '2026-01-01')).site).toMatchObject({ water_class: 2, running: true });
    const running = await why('year', site_id, '2026-01-01', 'nh3n');
    expect(running.value).toMatchObject({ valid: 2, expected: 11, needed: 1, left_out: null });
    expect(running.section).toMatchObject({ class: 2, running: true });
  });

  test('the product line may ask for more, and the sheet says so', async () => {
    const { product_id } = await admin.send(products.add, {
      ...{ product_name: '严格', water_month_days: 5, water_year_months: 10 },
    });
    const site_id = await makeSite('STRICT', 'river', Number(product_id));
    await store([
      ...days(site_id, '2025-05-01', 4, () => ({ ph: 7, nh3n: 0.1 })),
      ...days(site_id, '2025-06-01', 5, () => ({ ph: 7, nh3n: 0.1 })),
      ...days(site_id, '2026-11-01', 2, () => ({ ph: 7, nh3n: 0.1 })),
    ]);
    const classOf = async (kind: ReportKind, date: string) =>
      (await ask(kind, site_id, date)).site.water_class;
    expect([await classOf('month', '2025-05-01'), await classOf('month', '2025-06-01')]).toEqual([null, 1]);
    // November is not over.
    expect(await classOf('month', '2026-11-01')).toBe(1);
    const { site } = await ask('year', site_id, '2026-01-01');
    expect(site.lines[10]).toMatchObject({ water_class: 1 });
    expect(site.water_needs).toEqual({ month_days: 5, year_months: 10 });
    const wrong = await admin.raw(products.add.path, { product_name: '错', water_year_months: 13 });
    expect(wrong.envelope).toMatchObject({ code: 400, fields: [{ field: 'water_year_months' }] });
  });

  test('months that left such days out are summed anew by the upgrade', async () => {
    const site_id = await makeSite('BEFORE');
    await store(day(site_id, start('2025-07-03'), [{ nh3n: 0.3 }]));
    await app.db.run(sql`update rollup_month set avg = '{null}', valid = '{0}' where site_id = ${site_id}`);
    const upgrade = await readFile('migrations/0062_water_validity.sql', 'utf8');
    const marks = upgrade.split(/;$/m).filter((statement) => statement.includes('insert into dirty_bucket'));
    for (const statement of marks) await app.db.run(new Sql([statement], []));
    await app.rollUp();
    const { site } = await ask('year', site_id, '2025-07-01');
    expect(site.lines[6]).toMatchObject({ values: [0.3], water_class: 2 });
  });
});

describe('what is left out of a class', () => {
  let site_id: number;
  const date = '2025-08-01';
  beforeAll(async () => {
    site_id = await makeSite('PARTLY');
    const flagged = day(site_id, start('2025-08-01'), Array(6).fill({ tp: 0.9 })).map((row) => ({
      ...row,
      flags: ['D'],
    }));
    await store([...days(site_id, '2025-08-01', 31, () => ({ ph: 7, nh3n: 0.4 })), ...flagged]);
  });

  test('is named beside it, in lines and of the whole', async () => {
    const { site } = await ask('month', site_id, date);
    expect(site).toMatchObject({ water_class: 2, left_out: ['tp_river'] });
    expect(site.lines[0]).toMatchObject({ water_class: 2, left_out: ['tp_river'] });
    const { section } = await why('month', site_id, date, 'tp');
    expect(section.class).toBe(2);
    expect(section.items.find(({ item }) => item === 'tp_river')).toMatchObject({
      ...{ class: null, role: 'counts', left_out: 'missing' },
    });
    expect(section.unmeasured).toContain('cod');
    expect(section.unmeasured).not.toContain('tp_river');
    // Without data there is no class and no left-out item.
    const empty = await ask('month', site_id, '2025-09-01');
    expect(empty.site).toMatchObject({ water_class: null, left_out: [] });
  });

  test.each([
    [
      'zh',
      '水质类别 Ⅱ类 未参评：总磷',
      '未参评项目',
      '总磷',
      /环办〔2011〕22号.*至少 1 个有效日.*至少 8 个月/,
    ],
    [
      'en',
      'Water class Class II Not assessed: Total phosphorus',
      'Not assessed',
      'Total phosphorus',
      /per year: 8/,
    ],
  ] as const)('is in the files too, with the rule: %s', async (language, verdict, heading, item, rule) => {
    const query = { kind: 'month', layout: 'sheets', date, site_ids: [site_id] };
    const book = await readXlsx(await exportedForm(admin, 'report', 'xlsx', query, language));
    const cells = (book.sheets[0]?.rows ?? []).flat();
    expect(cells).toContain(verdict);
    expect(cells.filter((cell) => cell === item).length).toBeGreaterThan(30);
    expect(cells.filter((cell) => rule.test(String(cell)))).toHaveLength(1);
    const csv = new TextDecoder().decode(await exportedForm(admin, 'report', 'csv', query, language));
    const [headings = [], line = []] = parseCsv(csv, { delimiter: ',' });
    expect(line[headings.indexOf(heading)]).toBe(item);
    const compared = { ...query, layout: 'compare' };
    const beside = await readXlsx(await exportedForm(admin, 'report', 'xlsx', compared, language));
    expect(beside.sheets.at(-1)?.rows[3]?.[1]).toMatch(new RegExp(`${item}$`));
  });
});
