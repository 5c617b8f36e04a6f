import type { App } from '#server/app.ts';
import type { Settings } from '#server/settings/defaults.ts';
import type { MessageKind } from '#shared/contract/platform/messages.ts';

/** The ways out of the house. */
export const lanes = ['sms', 'email', 'webhook', 'robot'] as const;
export type Lane = (typeof lanes)[number];

/** One message as a provider gets it. */
export interface Outgoing {
  message_id: number;
  channel: Lane;
  recipient: string;
  kind: MessageKind;
  subject: string;
  body: string;
  /** What a template wants besides the text. */
  details: Record<string, string>;
}

/** Hands a message over; a rejected promise means that it did not leave the house, and why. */
export type Send = (message: Outgoing, settings: Settings, app: App) => Promise<void>;

/** The service takes nothing from anyone now, so that the message is not to blame. */
export class ServiceAway extends Error {}

/** Not taken this time, though perhaps the next: the message has its try back, and waits by itself. */
export class NotNow extends Error {}
