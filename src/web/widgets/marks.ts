import type { AnswerOf } from '#shared/contract/define.ts';
import type { siteMarks } from '#shared/contract/sites/marks.ts';

/** Ids of the user's favourite and recently visited sites. */
export type Marks = AnswerOf<typeof siteMarks.data>;

export const noMarks: Marks = { favourites: [], recent: [] };
