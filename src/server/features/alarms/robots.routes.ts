import { readWording, sampleAlarms, wordAlarms } from '#server/alarms/tell-words.ts';
import type { Ctx } from '#server/app.ts';
import { sql } from '#server/db/sql.ts';
import { crud } from '#server/http/crud.ts';
import { handlers } from '#server/http/handlers.ts';
import { sendNow } from '#server/messages/outbox.ts';
import { openAddress, sealAddress } from '#server/messages/robot-address.ts';
import { isRefused } from '#server/outgoing/address.ts';
import { alarmRobotActions, alarmRobots, type RobotKind } from '#shared/contract/alarms/robots.ts';
import { PROVIDER_POWER } from '#shared/contract/platform/platform-config.ts';
import { may } from '#shared/domain/may.ts';
import { Fault, powerMissing } from '#shared/faults.ts';
import { requireReach } from './reach.ts';

interface Sent {
  url?: string;
  secret?: string;
}

/** A robot gets the alarms of every site that its rules cover, so only users who see all sites may change it. */
const requireWholeNetwork = (ctx: Ctx) => requireReach(ctx, [{ scope: 'network' }]);

/** Official hosts. Other hosts could be used for SSRF: the server would call them and show the answer. */
const makers: Record<RobotKind, readonly string[]> = {
  dingtalk: ['oapi.dingtalk.com', 'api.dingtalk.com'],
  wecom: ['qyapi.weixin.qq.com'],
  feishu: ['open.feishu.cn', 'open.larksuite.com'],
};

/** Other addresses, such as a relay on the intranet, need the power to configure message providers. */
function requireMayPoint({ user }: Ctx, kind: RobotKind, url: string): void {
  const { protocol, host } = new URL(url);
  const isMakers = protocol === 'https:' && makers[kind].includes(host);
  if (!isMakers && !may(user, PROVIDER_POWER)) throw powerMissing(PROVIDER_POWER);
}

const robots = crud(alarmRobots, {
  // Placeholders for `show`, which replaces the encrypted secret by the host and a flag.
  shows: { host: sql`t.secret`, signed: sql`false` },
  show:
    ({ secrets }) =>
    (row) => {
      const address = openAddress(String(row.host), secrets.signing_secret);
      return { ...row, host: address ? new URL(address.url).host : '', signed: Boolean(address?.secret) };
    },
  sort: sql`robot_id`,
  beforeSave: async (ctx, { url = '', secret = '', ...fields }: Sent & Record<string, unknown>, before) => {
    await requireWholeNetwork(ctx);
    if (before && url === '' && secret === '') return fields;
    const { signing_secret } = ctx.secrets;
    if (url !== '') requireMayPoint(ctx, (fields.kind ?? before?.kind) as RobotKind, url);
    if (url !== '' && (await isRefused(new URL(url).hostname, ctx.config.outgoingPrivate)))
      throw new Fault('parameter_error', { fields: [{ field: 'url', problem: 'address_refused' }] });
    const stored =
      before &&
      (await ctx.db.one<{ secret: string }>(
        sql`select secret from alarm_robot where robot_id = ${before.robot_id}`,
      ));
    const kept = stored && openAddress(stored.secret, signing_secret);
    const address = url || kept?.url;
    if (!address) throw new Fault('parameter_error', { fields: [{ field: 'url', problem: 'required' }] });
    // A stored secret is kept only if the address is unchanged.
    const keptSecret = address === kept?.url ? kept.secret : '';
    return { ...fields, secret: sealAddress({ url: address, secret: secret || keptSecret }, signing_secret) };
  },
  beforeDelete: (ctx) => requireWholeNetwork(ctx),
});

const actions = handlers(alarmRobotActions, {
  test: async (ctx, { robot_id }) => {
    await requireWholeNetwork(ctx);
    const robot = await ctx.db.one<{ robot_name: string }>(
      sql`select robot_name from alarm_robot where robot_id = ${robot_id}`,
    );
    if (!robot) throw new Fault('no_data');
    const wording = await readWording(ctx.db, ctx.now());
    const { subject, body } = wordAlarms(wording, 'raised', sampleAlarms('raised', ctx.now()));
    return sendNow(ctx, {
      ...{ channel: 'robot', recipient: robot.robot_name, kind: 'test' },
      ...{ subject, body, details: { robot_id: String(robot_id) } },
    }).then(
      () => ({ sent: true, error: null }),
      (error: Error) => ({ sent: false, error: error.message }),
    );
  },
});

export const alarmRobotRoutes = [...robots, ...actions];
