import * as z from 'zod';
import { call } from '#shared/contract/define.ts';
import { id, name, remark, text } from '#shared/contract/fields.ts';
import { resource } from '#shared/contract/resource.ts';
import { webAddress } from '#shared/domain/web-address.ts';

export const robotKinds = ['dingtalk', 'wecom', 'feishu'] as const;
export type RobotKind = (typeof robotKinds)[number];

/** Text of one line: it becomes part of an address or a signature. */
const line = (max: number) => text(max).regex(/^\P{Cc}*$/u, 'bad_format');

const isAddress = (value: string) => webAddress(value) !== undefined;

/** Robots of group chats. Their addresses carry keys, so that nobody reads them back. */
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
    /** Where it is reached, without its key. */
    host: z.string(),
    signed: z.boolean(),
  },
  writeOnly: {
    /** Needed of a new one; '' leaves the address of another as it is. */
    url: line(500)
      .refine((value) => value === '' || isAddress(value), 'bad_url')
      .default(''),
    /** What messages are signed with; '' leaves it as it is. A new address forgets the old one. */
    secret: line(200).default(''),
  },
  search: ['robot_name', 'remark'],
  filters: { kind: z.enum(robotKinds).optional() },
});

export const alarmRobotActions = {
  /** Sends a sample alarm and answers what the robot said. */
  test: call({
    path: '/monitor/alarm_robot/test',
    needs: 'alarm_config.write',
    input: z.object({ robot_id: id }),
    output: z.object({ sent: z.boolean(), error: z.string().nullable() }),
  }),
};
