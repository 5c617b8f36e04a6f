import type { LiveEvent } from '#shared/contract/live.ts';

/** The connection state of a site. */
export interface LinkState {
  online: boolean;
  /** Time of the last change. */
  changed_at: string | null;
  last_packet_at: string | null;
}

/**
 * The state after an event: changes are sent as events, and a site that sends values is online. Simulated values do not
 * count.
 */
export function linkAfter(link: LinkState, event: LiveEvent): LinkState {
  if (event.topic === 'link') {
    const { online, changed_at, last_packet_at } = event;
    return { online, changed_at, last_packet_at };
  }
  if (event.topic !== 'reading' || event.simulated) return link;
  const { received_at } = event;
  if (!link.online) return { online: true, changed_at: received_at, last_packet_at: received_at };
  const isLater = received_at > (link.last_packet_at ?? '');
  return isLater ? { ...link, last_packet_at: received_at } : link;
}
