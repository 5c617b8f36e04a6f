import { folded } from '#shared/domain/search-terms.ts';

/** Finds options of a select whatever their case, width and subscripts: PM₂.₅ is found as pm2.5. */
const searched = (prop: 'label' | 'search') => ({
  filterOption: (typed: string, option?: object) => {
    const text = (option as Record<string, unknown> | undefined)?.[prop];
    return folded(String(text ?? '')).includes(folded(typed.trim()));
  },
});

export const searchedByLabel = searched('label');
/** By a text of all names, formulas and codes. */
export const searchedByWords = searched('search');
