import { createContext } from 'react';

/**
 * Applied to every answer before a page gets it: the shell replaces site names by those in the user's language.
 */
export type Reading = <Answer>(answer: Answer) => Answer;

export const Reading = createContext<Reading>((answer) => answer);
