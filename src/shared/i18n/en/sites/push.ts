import type { Words } from '#shared/i18n/words.ts';
import type { pushSecret as zh } from '#shared/i18n/zh/sites/push.ts';

export const pushSecret = {
  open: 'HTTP push',
  title: 'HTTP push: {{name}}',
  hint: 'Post the site’s data as JSON to this address and sign each batch with the site’s secret.',
  site_id: 'Site',
  address: 'Address',
  secret: 'Secret',
  created_at: 'Created',
  since: 'Created {{time}}',
  copy: 'Copy {{what}}',
  make: 'Create secret',
  renew: 'Renew',
  renew_title: 'Renew the secret?',
  renew_text:
    'The old secret stops working at once. Pushed data are rejected until the device uses the new one.',
  revoke: 'Revoke',
  revoke_title: 'Stop this site’s pushes?',
  revoke_text: 'The secret stops working at once. Pushed data are rejected.',
  revoked: 'Push stopped',
} satisfies Words<typeof zh>;
