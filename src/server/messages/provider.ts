import type { App } from '#server/app.ts';
import type { Settings } from '#server/settings/defaults.ts';
import type { MessageKind } from '#shared/contract/platform/messages.ts';

/** The outgoing channels. */
export const lanes = ['sms', 'email', 'webhook', 'robot'] as const;
export type Lane = (typeof lanes)[number];

/** A message as a provider gets it. */
export interface Outgoing {
  message_id: number;
  channel: Lane;
  recipient: string;
  kind: MessageKind;
  subject: string;
  body: string;
  /** Additional values for templates. */
  details: Record<string, string>;
}

/** Hands a message over; rejects with the reason if it was not sent. */
export type Send = (message: Outgoing, settings: Settings, app: App) => Promise<void>;

/** The service accepts nothing from anyone at the moment, so the message is not to blame. */
export class ServiceAway extends Error {}

/** Not accepted this time, but perhaps later: the attempt does not count, and only this message waits. */
export class NotNow extends Error {}
