import type { Changes } from '#server/db/listen.ts';
import type { Hub } from './hub.ts';

/** Commands were added, called off or let go: whoever lists them asks anew. Their states are told one by one. */
export function tellOfCommands(hub: Hub, changes: Changes): void {
  const all = { site_id: null, command_id: null, batch_id: null, kind: null, state: null };
  changes.onChange((change) => {
    if (change === 'commands') hub.publish([{ topic: 'command', ...all }]);
  });
}

/** Orders are told of as a whole: what changed is for those who may see it to ask. */
export function tellOfOrders(hub: Hub, changes: Changes): void {
  changes.onChange((change) => {
    if (change === 'orders') hub.publish([{ topic: 'orders' }]);
  });
}
