import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import {
  type HistoryImport,
  historyImportCalls,
  historyImports,
} from '#shared/contract/history-import/history-import.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { Importer, storedRows } from '#test/helpers/history-import.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

let count = 0;
async function makeSite() {
  count += 1;
  const mn = `MAY${count}`;
  const row = await app.db.one<{ site_id: number }>(sql`
    insert into site (mn, site_name) values (${mn}, ${`可否 ${count}`}) returning site_id`);
  return { mn, site_id: row?.site_id ?? 0 };
}
type Site = Awaited<ReturnType<typeof makeSite>>;

/** A user with the import power who sees these sites. */
async function makeOperator(...sites: Site[]) {
  const role_id = await makeRole(app.db, ['reading.read', 'reading.import', 'file.write']);
  const { user_id, account } = await makeUser(app.db, role_id);
  await app.db.run(sql`
    insert into user_site (user_id, site_id)
    select ${user_id}, unnest(${sites.map(({ site_id }) => site_id)}::integer[])`);
  const client = await app.client().signIn(account);
  return { user_id, role_id, client, importer: new Importer(client) };
}

const fileOf = (...sites: Site[]) =>
  ['MN,时间,PM2.5', ...sites.map(({ mn }) => `${mn},2026-01-05 08:00,35`)].join('\n');
const hour = { data_type: 'hour' } as const;
const stored = async ({ mn }: Site) => (await storedRows(app, mn)).length;
const forbid = ({ user_id }: { user_id: number }, { site_id }: Site) =>
  app.db.run(sql`delete from user_site where user_id = ${user_id} and site_id = ${site_id}`);
const refusedAs = (fault: string) => expect.objectContaining({ fault });

const { undo, stop, remove, run } = historyImportCalls;
const answersOf = async (client: Client, { import_id }: HistoryImport) => {
  const answers: unknown[] = [];
  for (const call of [run, undo, stop, remove]) {
    answers.push(await client.send(call, { import_id }).catch((error: unknown) => error));
  }
  return answers;
};

/** Blocks the user's next jobs until the returned function is called. */
async function held(client: { user_id: number }) {
  const row = await app.db.one<{ job_id: number }>(sql`
    insert into job (user_id, kind, title, params, state, taken_by, lease_until)
    select ${client.user_id}, 'history_import', 'in the way', '{}', 'running', taken_by, 'infinity'
      from job where kind = 'history_import' and taken_by is not null order by job_id desc limit 1
    returning job_id`);
  return async () => {
    await app.db.run(sql`delete from job where job_id = ${row?.job_id ?? 0}`);
    app.app.jobs.wake();
  };
}

describe('of an import that is not theirs', () => {
  test('whoever sees not all sites learns nothing, and can neither run, undo, stop nor remove it', async () => {
    const site = await makeSite();
    const [owner, other] = [await makeOperator(site), await makeOperator(site)];
    const done = await owner.importer.run(await owner.importer.check(fileOf(site), hour));
    expect(await answersOf(other.client, done)).toEqual(Array(4).fill(refusedAs('no_data')));
    expect((await other.client.send(historyImports.list, {})).data_info).toEqual([]);
    expect(await stored(site)).toBe(1);
  });

  test('whoever sees all sites may stop, undo and remove it', async () => {
    const site = await makeSite();
    const owner = await makeOperator(site);
    const manager = new Importer(await app.login('manager'));
    const done = await owner.importer.run(await owner.importer.check(fileOf(site), hour));
    expect(await manager.undo(done)).toMatchObject({ stage: 'undo', status: 'done', removed: 1 });
    expect(await stored(site)).toBe(0);
    await (await app.login('manager')).send(remove, { import_id: done.import_id });
    expect((await owner.client.send(historyImports.list, {})).data_info).toEqual([]);

    const checked = await owner.importer.check(fileOf(site), hour);
    const letGo = await held(owner);
    await owner.client.send(run, { import_id: checked.import_id });
    await (await app.login('manager')).send(stop, { import_id: checked.import_id });
    await letGo();
    expect(await owner.importer.one(checked.import_id)).toMatchObject({ stage: 'import', status: 'stopped' });
  });

  test('whoever sees all sites without the power to import may do none of it', async () => {
    const site = await makeSite();
    const owner = await makeOperator(site);
    const done = await owner.importer.run(await owner.importer.check(fileOf(site), hour));
    const auditor = await app.login('auditor');
    expect(await answersOf(auditor, done)).toEqual(Array(4).fill(refusedAs('permission_denied')));
    expect(await stored(site)).toBe(1);
  });
});

describe('of their own import', () => {
  test('whoever lost one of its sites can no longer change what is stored, and is not told its number', async () => {
    const [kept, lost] = [await makeSite(), await makeSite()];
    const owner = await makeOperator(kept, lost);
    const done = await owner.importer.run(await owner.importer.check(fileOf(kept, lost), hour));
    await forbid(owner, lost);
    expect(await owner.importer.one(done.import_id)).toMatchObject({ site_ids: [kept.site_id] });
    const refused = await owner.client.send(undo, { import_id: done.import_id }).catch((error) => error);
    expect(refused).toMatchObject({ fault: 'no_authority', envelope: { detail: 'import_sites_unseen' } });
    expect([await stored(kept), await stored(lost)]).toEqual([1, 1]);
    // A user who sees all the sites can undo it.
    expect(await new Importer(admin).undo(done)).toMatchObject({ removed: 2 });
  });

  test('whoever lost one of its sites after the check cannot import a part of it unasked', async () => {
    const [kept, lost] = [await makeSite(), await makeSite()];
    const owner = await makeOperator(kept, lost);
    const checked = await owner.importer.check(fileOf(kept, lost), hour);
    await forbid(owner, lost);
    const { import_id } = checked;
    await expect(owner.client.send(run, { import_id })).rejects.toMatchObject({
      fault: 'no_authority',
      envelope: { detail: 'import_sites_unseen' },
    });
    expect([await stored(kept), await stored(lost)]).toEqual([0, 0]);
    // Nothing was stored, so it can be removed from the list.
    await owner.client.send(remove, { import_id });
  });

  test('sites that came to be theirs after the check count as its sites too', async () => {
    const [first, later] = [await makeSite(), await makeSite()];
    const owner = await makeOperator(first);
    const checked = await owner.importer.check(fileOf(first, later), hour);
    await app.db.run(
      sql`insert into user_site (user_id, site_id) values (${owner.user_id}, ${later.site_id})`,
    );
    const done = await owner.importer.run(checked, true);
    expect(await stored(later)).toBe(1);
    expect(done.site_ids.toSorted()).toEqual([first.site_id, later.site_id]);
    await forbid(owner, later);
    await expect(owner.client.send(undo, { import_id: done.import_id })).rejects.toMatchObject({
      fault: 'no_authority',
    });
  });

  test('a site that was deleted does not keep the rest from being undone', async () => {
    const [kept, gone] = [await makeSite(), await makeSite()];
    const owner = await makeOperator(kept, gone);
    const done = await owner.importer.run(await owner.importer.check(fileOf(kept, gone), hour));
    await app.db.run(sql`delete from site where site_id = ${gone.site_id}`);
    expect(await owner.importer.undo(done)).toMatchObject({ status: 'done' });
    expect(await stored(kept)).toBe(0);
  });

  test('whoever lost the power while the undoing waited undoes nothing, and another goes on with it', async () => {
    const site = await makeSite();
    const owner = await makeOperator(site);
    const done = await owner.importer.run(await owner.importer.check(fileOf(site), hour));
    const letGo = await held(owner);
    await owner.client.send(undo, { import_id: done.import_id });
    await app.db.run(sql`
      delete from role_power where role_id = ${owner.role_id}
         and power_id = (select power_id from power where power_code = 'reading.import')`);
    await letGo();
    const failed = await new Importer(admin).settled(done.import_id);
    expect(failed).toMatchObject({ stage: 'undo', status: 'failed', fault: 'permission_denied' });
    expect(await stored(site)).toBe(1);
    expect(await new Importer(admin).undo(done)).toMatchObject({ status: 'done', removed: 1 });
  });

  test('whoever lost the site while the undoing waited undoes nothing', async () => {
    const site = await makeSite();
    const owner = await makeOperator(site);
    const done = await owner.importer.run(await owner.importer.check(fileOf(site), hour));
    const letGo = await held(owner);
    await owner.client.send(undo, { import_id: done.import_id });
    await forbid(owner, site);
    await letGo();
    expect(await owner.importer.settled(done.import_id)).toMatchObject({
      status: 'failed',
      fault: 'no_authority',
    });
    expect(await stored(site)).toBe(1);
  });

  test('a job that is cancelled before its turn leaves the import stopped, and not under way for ever', async () => {
    const site = await makeSite();
    const owner = await makeOperator(site);
    const checked = await owner.importer.check(fileOf(site), hour);
    const { import_id } = checked;
    const letGo = await held(owner);
    await owner.client.send(run, { import_id });
    const { data_info } = await owner.client.send(jobs.list, {});
    const waiting = data_info.find(({ state }) => state === 'queued');
    await owner.client.send(jobs.cancel, { job_id: waiting?.job_id ?? 0 });
    await letGo();
    const stopped = await owner.importer.one(import_id);
    expect(stopped).toMatchObject({ stage: 'import', status: 'stopped' });
    expect(await owner.importer.run(stopped)).toMatchObject({ status: 'done', written: 1 });
  });
});

test('an import whose owner was deleted is undone by who sees all sites', async () => {
  const site = await makeSite();
  const owner = await makeOperator(site);
  const done = await owner.importer.run(await owner.importer.check(fileOf(site), hour));
  await app.db.run(sql`update history_import set user_id = null where import_id = ${done.import_id}`);
  expect((await owner.client.send(historyImports.list, {})).data_info).toEqual([]);
  const importer = new Importer(admin);
  expect(await importer.undo(done)).toMatchObject({ status: 'done', removed: 1 });
  await admin.send(remove, { import_id: done.import_id });
});
