import { type Outgoing, type Packet, versionOf } from './packet.ts';
import type { Group } from './payload.ts';

/**
 * The answer to a packet: ST 91, the other header fields copied, and the version of the request. Before 2017 the QN of
 * the request is sent inside CP.
 */
function reply(packet: Packet, cn: string, cp: Group[]): Outgoing {
  const { qn, pw, mn, flag } = packet;
  const version = versionOf(flag);
  if (version > 0) return { qn, st: '91', cn, pw, mn, flag: version << 2, cp };
  const inside: Group[] = qn ? [[{ name: 'QN', value: qn }], ...cp] : cp;
  return { qn, st: '91', cn, pw, mn, flag: flag === undefined ? undefined : 0, cp: inside };
}

/** 9014: the data is stored. Send it only after that. */
export function dataAnswer(packet: Packet): Outgoing {
  const cp: Group[] = versionOf(packet.flag) > 0 ? [] : [[{ name: 'CN', value: packet.cn }]];
  if (versionOf(packet.flag) === 0 && packet.pno !== undefined) {
    cp.push(
      [{ name: 'PNO', value: String(packet.pno) }],
      [{ name: 'PNUM', value: String(packet.pnum ?? packet.pno) }],
    );
  }
  return reply(packet, '9014', cp);
}

/** 9013: the notice was received. */
export function noticeAnswer(packet: Packet): Outgoing {
  return reply(packet, '9013', []);
}

/** 9022: login accepted, for loggers of vendors that sign in with 9021. */
export function loginAnswer(packet: Packet): Outgoing {
  return reply(packet, '9022', [[{ name: 'Logon', value: '1' }]]);
}

/** 9011: a device answers a request. */
export function requestAnswer(packet: Packet, qnRtn: number): Outgoing {
  return reply(packet, '9011', [[{ name: 'QnRtn', value: String(qnRtn) }]]);
}

/** 9012: a device reports the result of a request. */
export function executionAnswer(packet: Packet, exeRtn: number): Outgoing {
  return reply(packet, '9012', [[{ name: 'ExeRtn', value: String(exeRtn) }]]);
}
