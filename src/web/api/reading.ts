import { createContext } from 'react';

/** Every answer passes through it before a page reads it: the shell calls sites by their names in the reader's language. */
export type Reading = <Answer>(answer: Answer) => Answer;

export const Reading = createContext<Reading>((answer) => answer);
