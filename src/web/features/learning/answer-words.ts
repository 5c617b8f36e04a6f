import { optionKey } from '#shared/domain/question.ts';
import type { T } from '#web/i18n.ts';
import type { Asked } from './AskedQuestion.tsx';

/** Text of an answer as the candidate saw it, with the letters of the displayed options. */
export function answerWords(
  t: T,
  { kind, options }: Pick<Asked, 'kind' | 'options'>,
  answer: readonly string[],
  tolerance: number | null = null,
): string {
  if (kind === 'judge') return answer.map((one) => t.tx(`questions.${one}`)).join('');
  if (kind === 'single' || kind === 'multiple')
    return answer
      .map((key) => options.findIndex((option) => option.key === key))
      .sort((a, b) => a - b)
      .map((place) => `${optionKey(place)} ${options[place]?.text ?? ''}`.trim())
      .join('；');
  if (kind === 'number' && tolerance)
    return t('practice.with_tolerance', { value: answer.join(), tolerance });
  return answer.join(' / ');
}
