import { createContext } from 'react';

/**
 * Every answer passes through this function before a page gets it: the shell replaces site names by those in the
 * reader's language.
 */
export type Reading = <Answer>(answer: Answer) => Answer;

export const Reading = createContext<Reading>((answer) => answer);
