import { waterItemNames } from '#shared/i18n/en/standards.ts';
import type { Words } from '#shared/i18n/words.ts';
import type { waterClasses as zh } from '#shared/i18n/zh/site-config/water-class.ts';

export const waterClasses = {
  title: 'Water class items',
  hint: 'Choose the items that decide the water class. Takes effect at once, also for past data.',
  section_river: 'Rivers',
  section_lake: 'Lakes and reservoirs',
  river_items: 'Included in the class',
  river_apart: 'Assessed separately',
  river_apart_help: 'These items get their own class, which does not affect the class of the section',
  lake_items: 'Included in the class',
  lake_apart: 'Assessed separately',
  lake_apart_help: 'These items get their own class, which does not affect the class of the section',
  saved: 'Water class items saved',
  ...waterItemNames,
} satisfies Words<typeof zh>;
