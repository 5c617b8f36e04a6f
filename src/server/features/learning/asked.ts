import type { QuestionCore, QuestionOption } from '#shared/domain/question.ts';
import { optionKey } from '#shared/domain/question.ts';

export interface KeyedOption extends QuestionOption {
  key: string;
}

/** A question as it was drawn: its options keep their keys in whatever order they stand. */
export interface Drawn extends Omit<QuestionCore, 'options'> {
  question_title: string;
  picture: string;
  options: readonly KeyedOption[];
  explanation: string;
}

export function keyedOptions(options: readonly QuestionOption[]): KeyedOption[] {
  return options.map(({ text, picture }, place) => ({ key: optionKey(place), text, picture }));
}

/** What whoever is asked may see of it: named field by field, so that nothing else slips through. */
export function asked({ kind, question_title, picture, options }: Drawn) {
  return {
    kind,
    question_title,
    picture,
    options: options.map(({ key, text, picture: drawn }) => ({ key, text, picture: drawn })),
  };
}
