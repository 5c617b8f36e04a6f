import type { LiveEvent } from '#shared/contract/live.ts';

/** Where a site's link stands. */
export interface LinkState {
  online: boolean;
  /** Since when it is as it is. */
  changed_at: string | null;
  last_packet_at: string | null;
}

/** The link after an event: a change is told as such, and whoever sends values is there. Simulated ones nobody sent. */
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
