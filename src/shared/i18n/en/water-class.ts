import type { Words } from '../words.ts';
import type { waterClasses as zh } from '../zh/water-class.ts';
import { waterItemNames } from './standards.ts';

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
