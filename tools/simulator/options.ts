import { parseArgs } from 'node:util';
import type { Edition } from '#protocol/commands.ts';
import { clockFrom, parseStamp } from './clock.ts';
import { commandFaults, type FaultSpec, readFault } from './command-faults.ts';
import { MINUTE_INTERVALS } from './executes.ts';
import { everyType, type FleetOptions, usualFleet } from './fleet.ts';
import { type ModeName, modeNames } from './modes.ts';

const editions: readonly Edition[] = ['2005', '2017', '2025', 'water'];
const faultHelp = Object.entries(commandFaults)
  .map(([name, does]) => `\n                      ${name.padEnd(18)} ${does}`)
  .join('');

export const help = `npm run sim -- [options]      virtual stations that speak HJ 212-2017

  --sites N         how many (${usualFleet.sites}: the demo's; more are air stations beside them)
  --host, --port    the platform's gateway (${usualFleet.host}:${usualFleet.port})
  --interval S      seconds between real-time values (${usualFleet.interval})
  --minutes M       minutes that minute data cover (${usualFleet.minutes})
  --types CN,…      what to send unasked (${everyType.join(',')})
  --password PW     of every station (${usualFleet.password})
  --from TIME       begin at this time (yyyyMMddHHmmss, the network's clock) in place of now
  --speed X         run X times as fast from there, until it is now
  --no-outages      no station is ever without power or link
  --edition E       of the standard: ${editions.join(', ')}; all know the example of a manufacturer too
  --mode MODE       how they behave: ${modeNames.join(', ')}
  --fault F         at commands, as often as wanted: NAME[:CN+CN][@STATION+STATION], a station by its MN or its
                    place from 1. ${faultHelp}
  --lifelike        a few bad lines among them, and devices that are no site
  --connect-rate N  new connections a second (${usualFleet.connectRate})
  --timeout S       seconds to wait for an answer (${usualFleet.timeoutMs / 1000})
  --max-cp BYTES    split packets above this (${usualFleet.maxCp})
  --quiet           no line every ten seconds
  --attached        end when standard input does
`;

/** With its header this still fits into a frame that the gateway accepts. */
const LARGEST_CP = 10_000;

export class UsageError extends Error {}

export interface Command {
  fleet: FleetOptions;
  quiet: boolean;
  attached: boolean;
}

const text = { type: 'string' } as const;
const yes = { type: 'boolean' } as const;

/** Parses the command line; undefined if help is requested. */
export function readCommand(argv: readonly string[]): Command | undefined {
  const values = parse(argv);
  if (values.help) return undefined;
  const number = (name: keyof typeof values, otherwise: number, least: number, most: number) => {
    const given = values[name];
    const value = given === undefined ? otherwise : Number(given);
    if (!(value >= least && value <= most))
      throw new UsageError(`--${name} must be a number from ${least} to ${most}`);
    return value;
  };
  const whole = (...of: Parameters<typeof number>) => {
    const value = number(...of);
    if (!Number.isInteger(value)) throw new UsageError(`--${of[0]} must be a whole number`);
    return value;
  };
  const from = values.from === undefined ? Date.now() : parseStamp(values.from);
  if (!(from <= Date.now())) throw new UsageError('--from must be a time that has been, as yyyyMMddHHmmss');
  return {
    fleet: {
      sites: whole('sites', usualFleet.sites, 1, 100_000),
      host: values.host || usualFleet.host,
      port: whole('port', usualFleet.port, 1, 65_535),
      interval: whole('interval', usualFleet.interval, 1, 3600),
      minutes: minutesOf(whole('minutes', usualFleet.minutes, 1, 30)),
      types: values.types === undefined ? usualFleet.types : typesIn(values.types),
      password: passwordOf(values.password ?? usualFleet.password),
      clock: clockFrom(from, number('speed', 1, 1, 10_000)),
      outages: !values['no-outages'],
      mode: modeNamed(values.mode ?? usualFleet.mode),
      connectRate: number('connect-rate', usualFleet.connectRate, 1, 100_000),
      timeoutMs: number('timeout', usualFleet.timeoutMs / 1000, 0.1, 3600) * 1000,
      maxCp: whole('max-cp', usualFleet.maxCp, 120, LARGEST_CP),
      edition: editionNamed(values.edition ?? usualFleet.edition),
      faults: (values.fault ?? []).map(faultIn),
      lifelike: values.lifelike ?? false,
    },
    quiet: values.quiet ?? false,
    attached: values.attached ?? false,
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      options: {
        sites: text,
        host: text,
        port: text,
        interval: text,
        minutes: text,
        types: text,
        password: text,
        from: text,
        speed: text,
        'no-outages': yes,
        mode: text,
        edition: text,
        fault: { type: 'string', multiple: true },
        lifelike: yes,
        'connect-rate': text,
        timeout: text,
        'max-cp': text,
        quiet: yes,
        attached: yes,
        help: yes,
      },
    }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function minutesOf(minutes: number): number {
  if (!MINUTE_INTERVALS.includes(minutes))
    throw new UsageError(`--minutes must be one of ${MINUTE_INTERVALS.join(', ')}`);
  return minutes;
}

function typesIn(list: string): string[] {
  const types = list.split(',').map((each) => each.trim());
  if (!types.every((type) => everyType.some((known) => known === type)))
    throw new UsageError(`--types must be some of ${everyType.join(',')}`);
  return types;
}

/** Other characters would end the field in the packet. */
function passwordOf(password: string): string {
  if (!/^[0-9A-Za-z]+$/.test(password)) throw new UsageError('--password must be of letters and digits');
  return password;
}

function editionNamed(name: string): Edition {
  const found = editions.find((edition) => edition === name);
  if (!found) throw new UsageError(`--edition must be one of ${editions.join(', ')}`);
  return found;
}

function faultIn(text: string): FaultSpec {
  const fault = readFault(text);
  if (!fault)
    throw new UsageError(
      `--fault must be NAME[:CN+CN][@STATION+STATION] with one of ${Object.keys(commandFaults).join(', ')}`,
    );
  return fault;
}

function modeNamed(name: string): ModeName {
  const found = modeNames.find((mode) => mode === name);
  if (!found) throw new UsageError(`--mode must be one of ${modeNames.join(', ')}`);
  return found;
}
