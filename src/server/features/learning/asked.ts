import type { QuestionCore, QuestionOption } from '#shared/domain/question.ts';
import { optionKey } from '#shared/domain/question.ts';

export interface KeyedOption extends QuestionOption {
  key: string;
}

/** A question as drawn: options keep their keys when shuffled. */
export interface Drawn extends Omit<QuestionCore, 'options'> {
  question_title: string;
  picture: string;
  options: readonly KeyedOption[];
  explanation: string;
}

export function keyedOptions(options: readonly QuestionOption[]): KeyedOption[] {
  return options.map(({ text, picture }, place) => ({ key: optionKey(place), text, picture }));
}

/** The fields that the examinee may see; listed one by one so that no solution leaks. */
export function asked({ kind, question_title, picture, options }: Drawn) {
  return {
    kind,
    question_title,
    picture,
    options: options.map(({ key, text, picture: drawn }) => ({ key, text, picture: drawn })),
  };
}
