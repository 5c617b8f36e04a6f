import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { appDownloads, appFiles, appProjects } from '#shared/contract/files/apps.ts';
import type { FilePurpose, StoredFile } from '#shared/contract/files/files.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';
import { tidy } from '#test/helpers/upkeep.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await testApp();
  admin = await app.login('admin');
});

const addProject = async (project_name: string, is_public = true) =>
  Number((await admin.send(appProjects.add, { project_name, is_public })).app_project_id);
const upload = async (content: string, purpose: FilePurpose = 'app') =>
  ((await admin.upload(`${content}.bin`, content, purpose)).data as StoredFile).file_id;
const addFile = async (app_project_id: number, version_number: string, platform = 'android') => {
  const file_id = await upload(`${app_project_id} ${version_number}`);
  const { app_file_id } = await admin.send(appFiles.add, {
    app_project_id,
    platform,
    version_number,
    file_id,
  });
  return Number(app_file_id);
};
const offered = async () => (await app.client().send(appDownloads.latest, {})).apps;

test('everybody is offered the newest file of each public project and platform, and fetches it', async () => {
  const project = await addProject('监测助手');
  await addFile(project, '1.0');
  const newest = await addFile(project, '1.1');
  await addFile(project, '0.9', 'ios');
  await addFile(await addProject('内部工具', false), '1.0');
  expect(
    (await offered()).map(({ project_name, platform, version_number }) => [
      project_name,
      platform,
      version_number,
    ]),
  ).toEqual([
    ['监测助手', 'android', '1.1'],
    ['监测助手', 'ios', '0.9'],
  ]);
  const stranger = app.client();
  const { url } = await stranger.send(appDownloads.download, { app_file_id: newest });
  expect(await (await stranger.download(url)).text()).toBe(`${project} 1.1`);
  app.clock.forward(301);
  expect((await stranger.download(url)).status).toBe(404);
});

test('what is not public cannot be fetched by its number either (28)', async () => {
  const app_file_id = await addFile(await addProject('秘密', false), '1.0');
  await expect(app.client().send(appDownloads.download, { app_file_id })).rejects.toMatchObject({
    envelope: { code: 28 },
  });
});

test('a file of another purpose cannot be offered to everybody', async () => {
  const app_project_id = await addProject('借道');
  for (const purpose of ['upload', 'attachment'] as const) {
    const file_id = await upload(`private ${purpose}`, purpose);
    const asked = { app_project_id, platform: 'android', version_number: purpose, file_id };
    await expect(admin.send(appFiles.add, asked)).rejects.toMatchObject({ fault: 'file_missing' });
  }
});

test('a version is there once for each platform; a project with files stays; names are taken once', async () => {
  const project = await addProject('重复');
  await addFile(project, '1.0');
  await addFile(project, '1.0', 'ios');
  await expect(addFile(project, '1.0')).rejects.toMatchObject({ fault: 'version_name_repeated' });
  await expect(admin.send(appProjects.remove, { app_project_id: project })).rejects.toMatchObject({
    fault: 'delete_failed',
    envelope: { detail: 'in_use' },
  });
  await expect(addProject('重复')).rejects.toMatchObject({ fault: 'add_repeated' });
});

test('the list shows what a file is of; its content goes with it, a day later', async () => {
  const app_project_id = await addProject('清单');
  const app_file_id = await addFile(app_project_id, '2.0');
  const [row] = (await admin.send(appFiles.list, { app_project_id })).data_info;
  expect(row).toMatchObject({
    project_name: '清单',
    is_public: true,
    file_name: `${app_project_id} 2.0.bin`,
  });
  await admin.send(appFiles.remove, { app_file_id });
  const left = () => app.db.one(sql`select from file where file_id = ${row?.file_id ?? 0}`);
  await tidy(app.app);
  expect(await left()).toBeDefined();
  await app.db.run(sql`
    update file set created_at = ${new Date(app.clock.now.getTime() - 2 * 86_400_000)} where file_id = ${row?.file_id ?? 0}`);
  await tidy(app.app);
  expect(await left()).toBeUndefined();
});
