import type { Words } from '#shared/i18n/words.ts';
import type * as zh from '#shared/i18n/zh/platform/versions.ts';
import { menu } from '../menu.ts';

export const versions = {
  title: menu.versions,
  hint: 'Versions of the platform, apps and device software, with their changes',
  what: 'version',
  version_id: 'No.',
  version_number: 'Version',
  version_type: 'Type',
  version_type_platform: 'Platform',
  version_type_app: 'App',
  version_type_device: 'Device software',
  sort_level: 'Sort level',
  sort_level_help: 'The highest is the newest version',
  version_text: 'Changes',
  version_text_en: 'Changes (English)',
  created_at: 'Released',
  version: 'Revision',
  updated_at: 'Updated',
  search: 'Version or text',
  delete_text: 'It cannot be restored. A version used in the bug log cannot be deleted.',
  details_hint: 'Changes in each version, newest first',
  newest: 'Newest',
  none: 'No versions yet',
  none_hint: 'Versions appear here after an administrator adds them under “Version information”.',
  all_types: 'All',
  new_title: 'Platform updated to version {{number}}',
  new_ok: 'Got it',
  new_all: 'All versions',
} satisfies Words<typeof zh.versions>;
