import type { CommandKindName } from '#shared/domain/command-kinds.ts';
import type { WireSpec } from '#shared/domain/command-wires.ts';

/** A typical vendor protocol of mini stations: HJ 212-2017 with own command numbers. */
export const exampleAgreement = '微型站厂商协议（示例）';

const wire = (cn: string, ask: string, reply = '', more: Partial<WireSpec> = {}): WireSpec[] => [
  { cn, ask, reply, reply_cn: '', ends: 'result', ...more },
];

/** All commands that the standard does not define, and K and B in one message instead of two. */
export const exampleCommands = {
  kb_read: wire('3031', 'PolId={factor}', '{factor}-K={k},{factor}-B={b}'),
  kb_set: wire('3032', 'PolId={factor};{factor}-K={k},{factor}-B={b}'),
  kcc_read: wire('3033', 'PolId={factor}', 'PolId={factor}<;{other}-C={c}>'),
  kcc_set: wire('3034', 'PolId={factor}<;{other}-C={c}>'),
  sensor_read: wire('3035', 'PolId={factor}', '{factor}-Raw={raw},{factor}-Rtd={value}'),
  sim_read: wire('3036', '', 'PhoneNo={number};ICCID={iccid};Operator={operator};Signal={signal}'),
  history_realtime: wire('3037', 'BeginTime={begin};EndTime={end}', '', { reply_cn: '2011' }),
  upgrade: wire('3038', 'Url={url};Version={version};Sha256={checksum}'),
  reboot: wire('3039', ''),
  calibrate_value: wire('3040', 'PolId={factor};{factor}-Std={standard}'),
} satisfies Partial<Record<CommandKindName, WireSpec[]>>;
