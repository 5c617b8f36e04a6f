import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, name, remark, text } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { webAddress } from '#shared/domain/web-address.ts';

export const robotKinds = ['dingtalk', 'wecom', 'feishu'] as const;
export type RobotKind = (typeof robotKinds)[number];

/** One line: it becomes part of an address or a signature. */
const line = (max: number) => text(max).regex(/^\P{Cc}*$/u, 'bad_format');

const isAddress = (value: string) => webAddress(value) !== undefined;

/** Group chat robots. Their addresses contain keys, so they are never read back. */
export const alarmRobots = resource({
  name: 'alarmRobots',
  table: 'alarm_robot',
  path: '/monitor/alarm_robot',
  id: 'robot_id',
  needs: 'alarm_config',
  fields: {
    robot_name: name(),
    kind: z.enum(robotKinds),
    enabled: z.boolean().default(true),
    remark,
  },
  shows: {
    /** Host of its address, without the key. */
    host: z.string(),
    signed: z.boolean(),
  },
  writeOnly: {
    /** Required for a new robot; '' keeps the stored address. */
    url: line(500)
      .refine((value) => value === '' || isAddress(value), 'bad_url')
      .default(''),
    /** Key for signing messages; '' keeps the stored one. A new address deletes it. */
    secret: line(200).default(''),
  },
  search: ['robot_name', 'remark'],
  filters: { kind: z.enum(robotKinds).optional() },
});

export const alarmRobotActions = {
  /** Sends a sample alarm and returns the robot's answer. */
  test: call({
    path: '/monitor/alarm_robot/test',
    needs: 'alarm_config.write',
    input: z.object({ robot_id: id }),
    output: z.object({ sent: z.boolean(), error: z.string().nullable() }),
  }),
};
