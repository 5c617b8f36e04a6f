import { beforeAll, expect, test } from 'vitest';
import { alarmRobots } from '#shared/contract/alarms/robots.ts';
import { type Client, type TestApp, testApp } from '#test/helpers/app.ts';

let app: TestApp;
let admin: Client;
let manager: Client;

beforeAll(async () => {
  app = await testApp();
  [admin, manager] = [await app.login('admin'), await app.login('manager')];
});

const robot = { robot_name: '值班群', kind: 'dingtalk', enabled: true, remark: '' } as const;
const theirs = 'https://oapi.dingtalk.com/robot/send?access_token=x';

test.each([
  'http://127.0.0.1:8080/admin',
  'https://10.1.2.3/robot/send',
  'https://oapi.dingtalk.com.example.com/robot/send',
  'http://oapi.dingtalk.com/robot/send',
  'https://oapi.dingtalk.com:8443/robot/send',
  'https://qyapi.weixin.qq.com/cgi-bin/webhook/send',
])('a robot at %s takes the power over message services, which a manager does not have', async (url) => {
  await expect(manager.send(alarmRobots.add, { ...robot, url })).rejects.toMatchObject({
    fault: 'permission_denied',
    envelope: { detail: 'power_missing', params: { power: 'provider.write' } },
  });
});

test('a manager sets robots of their makers, and cannot point them elsewhere later', async () => {
  const { robot_id } = await manager.send(alarmRobots.add, { ...robot, url: theirs });
  await expect(
    manager.send(alarmRobots.edit, { robot_id, version: 1, url: 'http://127.0.0.1:5432/' }),
  ).rejects.toMatchObject({ fault: 'permission_denied' });
  await expect(
    manager.send(alarmRobots.edit, { robot_id, version: 1, remark: '夜班' }),
  ).resolves.toBeDefined();
});

test('a super administrator may use one on the intranet', async () => {
  await expect(
    admin.send(alarmRobots.add, { ...robot, robot_name: '专有钉钉', url: 'https://10.1.2.3/robot/send' }),
  ).resolves.toMatchObject({ robot_id: expect.any(Number) });
});
