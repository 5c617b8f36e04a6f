import type { AnswerOf } from '#shared/contract/define.ts';
import type { siteMarks } from '#shared/contract/sites/marks.ts';

/** The numbers of the user's favourite sites, and of those that they looked at lately. */
export type Marks = AnswerOf<typeof siteMarks.data>;

export const noMarks: Marks = { favourites: [], recent: [] };
