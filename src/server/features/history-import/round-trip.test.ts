import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import type { ReadingRow } from '#server/series/store.ts';
import { historyImportCalls } from '#shared/contract/history-import/history-import.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { fileHeading, guessColumns } from '#shared/domain/file-columns.ts';
import { factorLabel } from '#shared/domain/formula.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { exportedForm } from '#test/helpers/export.ts';
import { Importer, storedRows } from '#test/helpers/history-import.ts';
import { importFactors } from './opened-file.ts';

const mns = ['TRIP1', 'TRIP2'];
const types = ['realtime', 'minute', 'hour', 'day'] as const;
const begin = Date.UTC(2026, 8, 1);
const stepMs = { realtime: 30_250, minute: 60_000, hour: 3_600_000, day: 86_400_000 };

let one: TestApp;
let other: TestApp;
let admin: Client;
beforeAll(async () => {
  [one, other] = [await testApp(), await testApp()];
  admin = await one.login('admin');
  for (const app of [one, other]) {
    for (const mn of mns)
      await app.db.run(sql`insert into site (mn, site_name) values (${mn}, ${`站 ${mn}`})`);
    // Only the target has K and B: exported values are corrected already.
    await app.db.run(sql`
      insert into device_factor (site_id, component_id, sort, k, b)
      select site_id, component_id, 1, 1.5, 0.25 from site, component where mn = 'TRIP2' and component_key = 'pm25'`);
  }
  const readings = types.flatMap((type) => mns.flatMap((mn) => ({ type, mn })));
  for (const { type, mn } of readings) {
    await one.app.series.append({ packets: [], readings: await made(type, mn) });
  }
});

/** Values with every part and the extremes that the store supports. */
async function made(data_type: ReadingRow['data_type'], mn: string): Promise<ReadingRow[]> {
  const site = await one.db.one<{ site_id: number }>(sql`select site_id from site where mn = ${mn}`);
  const factors = await one.db.rows<{ fid: number }>(sql`
    select component_id as fid from component where component_key in ('pm25', 'pm10', 'so2', 'codmn') order by 1`);
  const fids = factors.map(({ fid }) => fid);
  const odd = [0, -0.1, 1 / 3, 1e-7, 123_456.789, 3e30, null, 35.3];
  return Array.from({ length: 40 }, (_, at): ReadingRow => {
    const part = (shift: number) => fids.map((_fid, i) => odd[(at * 3 + i * 5 + shift) % odd.length] ?? null);
    const some = at % 4 === 3 ? fids.slice(1) : fids;
    const cut = <Value>(values: Value[]) => values.slice(fids.length - some.length);
    return {
      site_id: site?.site_id ?? 0,
      data_type,
      ts: new Date(begin + at * stepMs[data_type]),
      fids: some,
      avg: cut(part(0)),
      ...(at % 2 === 0 && { min: cut(part(1)), max: cut(part(2)) }),
      ...(at % 3 === 0 && { cou: cut(part(3).map((value) => value && value * Math.PI)), zs: cut(part(4)) }),
      ...(mn === 'TRIP2' && at % 5 === 0 && { raw: cut(part(5)) }),
      ...(at % 6 === 0 && { flags: cut(fids.map((_fid, i) => (i === 0 ? 'D' : ''))) }),
      origin: 'l',
    };
  });
}

const span = { from: '2026-01-01T00:00:00+08:00', to: '2027-01-01T00:00:00+08:00' };

test.each([
  ['csv', 'zh'],
  ['xlsx', 'en'],
] as const)(
  'an export as %s in %s is imported untouched elsewhere, value by value',
  async (format, language) => {
    const theirs = await other.login('admin');
    const importer = new Importer(theirs);
    for (const data_type of types) {
      const bytes = await exportedForm(admin, 'historyImportForm', format, { data_type, ...span }, language);
      const file_id = await importer.upload(bytes, `trip.${format}`);
      const { mapping } = await theirs.send(historyImportCalls.open, { file_id });
      // Only the site name is ignored, because the MN identifies the site.
      expect(mapping.columns.filter(({ as }) => as === 'ignored')).toHaveLength(1);
      const { import_id } = await theirs.send(historyImportCalls.check, { file_id, mapping });
      const checked = await importer.settled(import_id);
      expect(checked).toMatchObject({ good: 80, bad: 0, blank: 0 });
      const done = await importer.run(checked);
      for (const mn of mns) {
        expect(await storedRows(other, mn, data_type)).toEqual(await storedRows(one, mn, data_type));
      }
      await importer.undo(done);
      for (const mn of mns) expect(await storedRows(other, mn, data_type)).toEqual([]);
    }
  },
  180_000,
);

test.each(['component_name', 'component_name_en'] as const)(
  'every factor under its %s has headings that are understood, whatever its unit',
  async (name) => {
    const factors = await importFactors(one.db);
    const headings = factors.map((factor) =>
      fileHeading(factor, factorLabel(factor[name], factor.formula), 'avg'),
    );
    const { roles } = guessColumns(headings, factors);
    expect(roles).toEqual(factors.map(({ component_id }) => ({ as: 'value', component_id, part: 'avg' })));
  },
);

test('parts that nobody sent have no columns, and a few factors can be had alone', async () => {
  const pm25 = await one.db.one<{ id: number }>(
    sql`select component_id as id from component where component_key = 'pm25'`,
  );
  const bytes = await exportedForm(admin, 'historyImportForm', 'csv', {
    data_type: 'hour',
    mns: ['TRIP1'],
    component_ids: [pm25?.id],
    from: new Date(begin + stepMs.hour).toISOString(),
    to: new Date(begin + 2 * stepMs.hour).toISOString(),
  });
  const [head, line] = new TextDecoder().decode(bytes).split('\r\n');
  expect(head).toBe(
    'MN,站点,数据类型,时间（开始）,a34004-Avg 细颗粒物 PM₂.₅ (µg/m³),a34004-Flag 细颗粒物 PM₂.₅',
  );
  expect(line).toMatch(/^TRIP1,站 TRIP1,小时,2026-09-01 09:00:00,/);
});

test('where nothing was sent there is nothing to export', async () => {
  const asked = {
    listing: 'historyImportForm',
    format: 'csv' as const,
    columns: ['form'],
    query: { data_type: 'hour', from: '2020-01-01T00:00:00+08:00', to: '2020-02-01T00:00:00+08:00' },
  };
  await expect(admin.send(jobs.startExport, asked)).rejects.toMatchObject({ fault: 'no_data' });
});
