import type { Outgoing, Packet } from '#protocol/packet.ts';
import type { Group } from '#protocol/payload.ts';
import type { Device } from './device.ts';
import type { Part } from './unsent.ts';

/** What commands can use of their station. */
export interface Line {
  device: Device;
  /** By the device's clock. */
  now(): number;
  send(packet: Outgoing): void;
  tell(parts: Part[]): void;
  /** Resolves to whether the platform has acknowledged all of it. */
  deliver(parts: Part[]): Promise<boolean>;
  /** Breaks the line; with `restarts` the logger reports a restart afterwards. */
  drop(restarts: boolean): void;
  /** Waits as long as the instrument needs. */
  work(ms: number): Promise<void>;
}

/** ExeRtn of HJ 212-2017. */
export const exeRtn = { done: 1, failed: 2, condition: 3, noData: 100 } as const;

export interface Request extends Line {
  packet: Packet;
  value(name: string): string;
  /** Data to send under the request's QN, before its result. */
  reply(cp: Group[]): void;
  /** Runs after the result was sent. */
  afterwards(then: () => void): void;
}

export type Execute = (request: Request) => number | Promise<number>;

export const plain = (name: string, value: string | number): Group => [{ name, value: String(value) }];

/** Parses a whole number within limits. */
export function within(text: string, low: number, high: number): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= low && value <= high ? value : undefined;
}

/** The lengths of minute data that the standard allows. */
export const MINUTE_INTERVALS = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30];
