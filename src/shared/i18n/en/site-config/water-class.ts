import { waterItemNames } from '#shared/i18n/en/standards.ts';
import type { Words } from '#shared/i18n/words.ts';
import type { waterClasses as zh } from '#shared/i18n/zh/site-config/water-class.ts';

export const waterClasses = {
  title: 'Water class items',
  hint: 'Which items decide on the class of water. Takes effect at once, for past data too',
  section_river: 'Rivers',
  section_lake: 'Lakes and reservoirs',
  river_items: 'Make the class',
  river_apart: 'Judged apart',
  river_apart_help: 'Have a class of their own that leaves that of the section as it is',
  lake_items: 'Make the class',
  lake_apart: 'Judged apart',
  lake_apart_help: 'Have a class of their own that leaves that of the section as it is',
  saved: 'Water class items saved',
  ...waterItemNames,
} satisfies Words<typeof zh>;
