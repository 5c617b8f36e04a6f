/** Faults of a station on a command. */
export const commandFaults = {
  refuses: 'says no (QnRtn=2)',
  fails: 'says that it failed (ExeRtn=2), and does nothing',
  lies: 'says that it did, and does nothing',
  ignores: 'does not hear it at all',
  mute: 'does it without a word',
  late: 'does it and answers, but later than anybody waits',
  twice: 'says everything twice',
  'wrong-number': 'answers under numbers that it makes up',
  'no-ack': 'leaves out 9011',
  'no-end': 'leaves out 9012',
  'drop-heard': 'breaks the line when it hears it, once',
  'drop-acknowledged': 'breaks the line after 9011, once, and has done nothing',
  'drop-executed': 'breaks the line when it is done, once',
  'drop-replied': 'breaks the line before 9012, once',
  'drop-ended': 'breaks the line after 9012, once',
  restarts: 'does it and restarts: it remembers no request',
} as const;

export type CommandFault = keyof typeof commandFaults;
export const commandFaultNames = Object.keys(commandFaults) as CommandFault[];

/** A fault of the listed commands at the listed stations; an empty list means all. */
export interface FaultSpec {
  fault: CommandFault;
  cns: readonly string[];
  /** Positions in the network, from 1, or MNs. */
  stations: readonly string[];
}

/** Parses `NAME[:CN+CN][@STATION+STATION]`; undefined if invalid. */
export function readFault(text: string): FaultSpec | undefined {
  const [, name = '', cns, stations] = /^([a-z-]+)(?::([\d+]+))?(?:@([\w+]+))?$/.exec(text) ?? [];
  const fault = commandFaultNames.find((each) => each === name);
  const list = (said: string | undefined) => said?.split('+').filter((each) => each !== '') ?? [];
  return fault && { fault, cns: list(cns), stations: list(stations) };
}

/** The station's fault for a command: the first spec that matches both. */
export function faultsOf(specs: readonly FaultSpec[], place: number, mn: string) {
  const own = specs.filter(
    ({ stations }) => stations.length === 0 || stations.includes(String(place)) || stations.includes(mn),
  );
  return (cn: string): CommandFault | undefined =>
    own.find(({ cns }) => cns.length === 0 || cns.includes(cn))?.fault;
}
