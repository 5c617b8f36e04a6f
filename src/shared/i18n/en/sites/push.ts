import type { Words } from '#shared/i18n/words.ts';
import type { pushSecret as zh } from '#shared/i18n/zh/sites/push.ts';

export const pushSecret = {
  open: 'HTTP push',
  title: 'HTTP push: {{name}}',
  hint: 'The site may post its data as JSON to this address, each batch signed with the site’s own secret.',
  site_id: 'Site',
  address: 'Address',
  secret: 'Secret',
  created_at: 'Made',
  since: 'Made {{time}}',
  copy: 'Copy {{what}}',
  make: 'Make a secret',
  renew: 'Renew',
  renew_title: 'Renew the secret?',
  renew_text: 'The old one no longer counts: what the device pushes is refused until it has the new one.',
  revoke: 'Revoke',
  revoke_title: 'Stop this site’s pushes?',
  revoke_text: 'The secret no longer counts: what the device pushes is refused.',
  revoked: 'The site may no longer push',
} satisfies Words<typeof zh>;
