import type { Changes } from '#server/db/listen.ts';
import type { Hub } from './hub.ts';

/** Commands were added, cancelled or released: lists are reloaded. Changes of state are pushed one by one. */
export function tellOfCommands(hub: Hub, changes: Changes): void {
  const all = { site_id: null, command_id: null, batch_id: null, kind: null, state: null };
  changes.onChange((change) => {
    if (change === 'commands') hub.publish([{ topic: 'command', ...all }]);
  });
}

/** Only reports that some order has changed; browsers then ask for what their user may see. */
export function tellOfOrders(hub: Hub, changes: Changes): void {
  changes.onChange((change) => {
    if (change === 'orders') hub.publish([{ topic: 'orders' }]);
  });
}
