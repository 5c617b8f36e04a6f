import type { Outgoing, Packet } from '#protocol/packet.ts';
import type { Group } from '#protocol/payload.ts';
import type { Device } from './device.ts';
import type { Part } from './unsent.ts';

/** What a station lets its commands do. */
export interface Line {
  device: Device;
  /** By the device's clock. */
  now(): number;
  send(packet: Outgoing): void;
  tell(parts: Part[]): void;
  /** Resolves to whether the platform has acknowledged all of it. */
  deliver(parts: Part[]): Promise<boolean>;
  /** Breaks the line; `restarts`: the logger forgets what it has not stored, and says that it was started. */
  drop(restarts: boolean): void;
  /** Passes time, as an instrument takes it. */
  work(ms: number): Promise<void>;
}

/** ExeRtn of HJ 212-2017. */
export const exeRtn = { done: 1, failed: 2, condition: 3, noData: 100 } as const;

export interface Request extends Line {
  packet: Packet;
  value(name: string): string;
  /** Answers with data under the request's own number, or under a number and a command of its own. */
  reply(cp: Group[]): void;
  /** Goes on once the request has been ended. */
  afterwards(then: () => void): void;
}

export type Execute = (request: Request) => number | Promise<number>;

export const plain = (name: string, value: string | number): Group => [{ name, value: String(value) }];

/** Reads a whole number within limits. */
export function within(text: string, low: number, high: number): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return value >= low && value <= high ? value : undefined;
}

/** The lengths of minute data that the standard allows. */
export const MINUTE_INTERVALS = [1, 2, 3, 4, 5, 6, 10, 12, 15, 20, 30];
