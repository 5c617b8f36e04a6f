import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, inject, test, vi } from 'vitest';
import { hearChanges } from '#server/db/listen.ts';
import { sql } from '#server/db/sql.ts';
import { userActions } from '#shared/contract/access/users.ts';
import { appDownloads } from '#shared/contract/files/apps.ts';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { platformConfig } from '#shared/contract/platform/platform-config.ts';
import { platformStatus } from '#shared/contract/platform/platform-status.ts';
import { type TestApp, testApp } from '#test/helpers/app.ts';
import { atEnd } from '#test/helpers/at-end.ts';
import { browser } from '#test/helpers/browser.ts';
import { makeRole, makeUser } from '#test/helpers/people.ts';
import { station } from '#test/helpers/station.ts';
import { secondServer } from '#test/helpers/two-servers.ts';
import { upload } from '#test/helpers/upload.ts';

/** The first server has all roles; the second one has the role `api` only. */
let first: TestApp;
let second: Awaited<ReturnType<typeof secondServer>>;
const soon = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 });

beforeAll(async () => {
  first = await testApp();
  second = await secondServer(first, { ROLES: 'api' });
  await first.db.run(sql`insert into site (mn, site_name, agreement_id) values ('ONE', 'ONE', 1)`);
  await soon(() => expect(first.gateway.directory.find('ONE')).toBeDefined());
  await soon(() => expect(first.app.servers.peers).toHaveLength(1));
});

let minute = 0;
async function speak(mn = 'ONE') {
  const line = await station(first.gateway.port);
  minute += 1;
  line.send(upload(mn, '2011', `202611150${100 + minute}00`.slice(0, 14), { a34004: 35.5 }));
  await line.next();
  return line;
}

test('data that devices send to one server are seen by browsers at the other', async () => {
  const watcher = await browser(second, await second.login('admin'), { topics: ['reading', 'link'] });
  await speak();
  await soon(() => {
    expect(watcher.events()).toContainEqual(expect.objectContaining({ values: [35.5] }));
    expect(watcher.events()).toContainEqual(expect.objectContaining({ topic: 'link', online: true }));
  });
});

test('after a gap those who watch are told to ask anew, and live goes on', async () => {
  const watcher = await browser(second, await second.login('admin'), { topics: ['reading'] });
  await first.db.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'lanjing changes' and datname = current_database()`);
  await soon(() => expect(watcher.last()).toMatchObject({ type: 'welcome', missed: true }));
  await soon(async () => {
    await speak();
    await vi.waitFor(() => expect(watcher.events().length).toBeGreaterThan(0), 2000);
  });
});

/** Records what a new installation sends to the viewers of other servers. */
async function relayed(mn: string) {
  const server = await testApp();
  const payloads: string[] = [];
  const changes = hearChanges(server.databaseUrl, server.app.log);
  atEnd(() => changes.stop());
  changes.onLive((payload) => payloads.push(payload));
  await server.db.run(sql`insert into site (mn, site_name, agreement_id) values (${mn}, ${mn}, 1)`);
  await soon(() => expect(server.gateway.directory.find(mn)).toBeDefined());
  return {
    server,
    packet: async () => {
      const line = await station(server.gateway.port);
      line.send(upload(mn, '2011', '20261115010000', { a34004: 1 }));
      await line.next();
    },
    /** Everything that was sent before this call. */
    all: async () => {
      await soon(async () => {
        await server.db.run(sql`select pg_notify('live', 'end')`);
        await vi.waitFor(() => expect(payloads).toContain('end'), 1000);
      });
      return payloads.filter((payload) => payload !== 'end');
    },
  };
}

test('a single server sends no live values to others', async () => {
  const { packet, all } = await relayed('ALONE');
  await packet();
  expect(await all()).toEqual([]);
});

test('a server without viewers is sent nothing; its first viewer reloads once and then sees each value', async () => {
  const { server, packet, all } = await relayed('UNSEEN');
  const other = await secondServer(server, { ROLES: 'api' });
  await soon(() => expect(server.app.servers.peers).toMatchObject([{ watched: false }]));
  await packet();
  expect(await all()).toEqual([]);
  const watcher = await browser(other, await other.login('admin'), { topics: ['reading'] });
  await soon(() => expect(watcher.last()).toMatchObject({ type: 'welcome', missed: true }));
  await packet();
  await soon(() => expect(watcher.events()).toContainEqual(expect.objectContaining({ values: [1] })));
});

test('a setting that is changed at one holds at the other', async () => {
  const admin = await second.login('admin');
  const { version } = await admin.send(platformConfig.data, {});
  await admin.send(platformConfig.set, { version, message_days: 77 });
  await soon(() => expect(first.app.settings.current.message_days).toBe(77));
});

test('a token of one server counts at the other, and so does what its role may do by now', async () => {
  const role_id = await makeRole(first.db, ['user.read']);
  const { account } = await makeUser(first.db, role_id);
  const client = await first.login(account);
  const elsewhere = second.client(client.imei);
  elsewhere.tokens = client.tokens;
  const start = () =>
    elsewhere.send(jobs.startExport, { listing: 'users', format: 'csv', columns: ['account'] });
  // Created at the second server, done by the first.
  const { job_id } = await start();
  await soon(async () => {
    const [job] = (await elsewhere.send(jobs.list, { job_id })).data_info;
    expect(job).toMatchObject({ state: 'done' });
  });
  const { url } = await elsewhere.send(jobs.download, { job_id });
  expect((await elsewhere.download(url)).status).toBe(200);
  await first.db.run(sql`delete from role_power where role_id = ${role_id}`);
  await expect(start()).rejects.toMatchObject({ fault: 'permission_denied' });
});

test('a session that is ended at one is shut out at the other', async () => {
  const { account, user_id } = await makeUser(first.db, await makeRole(first.db, ['user.read']));
  const watcher = await browser(second, await second.login(account), { topics: ['reading'] });
  const admin = await first.login('admin');
  await admin.send(userActions.seal, { user_id, sealed: true });
  await watcher.closed;
  expect(watcher.messages.at(-1)).toMatchObject({ type: 'refused' });
});

test('calls of one address are counted together', async () => {
  const asked = async (server: { client(): ReturnType<TestApp['client']> }, times: number) => {
    const client = server.client();
    const answers = await Promise.all(
      Array.from({ length: times }, () => client.raw(appDownloads.latest.path, {})),
    );
    return answers.filter(({ status }) => status === 429).length;
  };
  expect(await asked(first, 200)).toBe(0);
  expect(await asked(second, 200)).toBe(100);
  expect(await asked(first, 20)).toBe(20);
});

test('the line of a device is known to be at the server that it is connected to', async () => {
  const line = await speak();
  const { process_id } = first.app.servers;
  const heldBy = async () =>
    (
      await first.db.one<{ line_at: string | null }>(
        sql`select l.line_at from site s join link_state l using (site_id) where lower(s.mn) = 'one'`,
      )
    )?.line_at;
  await soon(async () => expect(await heldBy()).toBe(process_id));
  line.socket.destroy();
  await soon(async () => expect(await heldBy()).not.toBe(process_id));
});

test('a server with another files folder is reported', async () => {
  const admin = await first.login('admin');
  const found = async () => {
    const { findings } = await admin.send(platformStatus.findings, {});
    return findings.filter(({ name }) => name === 'files');
  };
  expect(await found()).toEqual([]);
  const folder = mkdtempSync(join(inject('folder'), 'apart-'));
  const apart = await secondServer(first, { ROLES: 'jobs', FILES_DIR: folder });
  await soon(async () =>
    expect(await found()).toMatchObject([{ servers: [expect.stringContaining(apart.app.config.dataDir)] }]),
  );
  await apart.stop();
  await soon(async () => expect(await found()).toEqual([]));
});

test('the status lists each server with its roles, its duties and what is connected to it', async () => {
  const admin = await second.login('admin');
  const list = async () => (await admin.send(platformStatus.data, {})).database?.servers ?? [];
  const line = await speak();
  const watcher = await browser(second, admin, { topics: ['reading'] });
  await soon(async () =>
    expect(await list()).toMatchObject([
      {
        is_this: false,
        process_id: first.app.servers.process_id,
        address: first.address,
        gateway_port: first.gateway.port,
        roles: ['gateway', 'api', 'jobs'],
        alive: true,
        duties: expect.arrayContaining(['reports', 'rollup']),
      },
      { is_this: true, address: second.address, gateway_port: null, roles: ['api'], alive: true, duties: [] },
    ]),
  );
  await soon(async () => expect((await list()).map(({ stations }) => stations > 0)).toEqual([true, false]));
  expect((await list())[1]?.viewers).toBeGreaterThan(0);
  line.socket.destroy();
  watcher.socket.close();
});

test('a role that only a server had which died is a warning', async () => {
  const admin = await second.login('admin');
  const found = async () => {
    const { findings } = await admin.send(platformStatus.findings, {});
    return findings.flatMap(({ role }) => role ?? []);
  };
  expect(await found()).toEqual([]);
  // Simulates a missing heartbeat; the next real one ends the warning, so try again.
  await soon(async () => {
    await first.db.run(sql`
      update server_process set seen_at = now() - interval '1 minute' where address = ${first.address}`);
    expect(await found()).toEqual(['gateway', 'jobs']);
  });
  await soon(async () => expect(await found()).toEqual([]));
});

test('a server without the role of devices or pages has no doors for them', async () => {
  const worker = await secondServer(first, { ROLES: 'jobs' });
  expect(worker.gateway.port).toBe(0);
  expect((await fetch(`${worker.address}/health`)).status).toBe(200);
  expect((await fetch(`${worker.address}${appDownloads.latest.path}`, { method: 'POST' })).status).toBe(404);
  await worker.stop();
});
