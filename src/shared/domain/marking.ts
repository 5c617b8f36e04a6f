import { isChoice, judgements, numberIn, type QuestionCore } from './question.ts';

/** A question as it was drawn for somebody: options keep their keys in whatever order they stand. */
export interface MarkedQuestion extends Omit<QuestionCore, 'options'> {
  options: readonly { key: string }[];
}

/** Capitals, width and spaces do not matter in a word. */
function plainText(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Whether this can be an answer to the question at all, right or wrong. */
export function isAnswer(
  { kind, options }: Omit<MarkedQuestion, 'answers'>,
  given: readonly string[],
): boolean {
  if (given.length === 0 || (kind !== 'multiple' && given.length > 1)) return false;
  if (new Set(given).size < given.length) return false;
  if (isChoice(kind)) return given.every((key) => options.some((option) => option.key === key));
  if (kind === 'judge') return judgements.some((one) => one === given[0]);
  if (kind === 'number') return numberIn(given[0] ?? '') !== undefined;
  return plainText(given[0] ?? '') !== '';
}

/** From 0 to 1. With partial credit, some of several right options and no wrong one are half. */
export function creditOf(
  question: MarkedQuestion,
  given: readonly string[] | null,
  isPartial = false,
): number {
  if (!given || !isAnswer(question, given)) return 0;
  const { kind, answers, tolerance } = question;
  const [first = ''] = given;
  if (kind === 'number') return isWithin(first, answers[0] ?? '', tolerance ?? 0) ? 1 : 0;
  if (kind === 'fill') return answers.some((answer) => plainText(answer) === plainText(first)) ? 1 : 0;
  if (given.some((key) => !answers.includes(key))) return 0;
  if (given.length === answers.length) return 1;
  return kind === 'multiple' && isPartial ? 0.5 : 0;
}

/** 0.3 ± 0.1 takes 0.4, though 0.4 − 0.3 is a little more than 0.1 in a computer. */
function isWithin(given: string, right: string, tolerance: number): boolean {
  const [a, b] = [numberIn(given), numberIn(right)];
  if (a === undefined || b === undefined) return false;
  const slack = 1e-12 * Math.max(Math.abs(a), Math.abs(b), tolerance);
  return Math.abs(a - b) <= tolerance + slack;
}

/** Two decimals, as scores are kept. */
export function earnedOf(score: number, credit: number): number {
  return Math.round(score * credit * 100) / 100;
}

/** In hundredths, so that 60 % of 5 is 3 and not a little more. */
export function isPassed(score: number, full: number, passPercent: number): boolean {
  return Math.round(score * 100) * 100 >= Math.round(full * 100) * passPercent;
}

/** Another order by these numbers from 0 to 1 (Fisher and Yates). */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as Item, order[last] as Item];
  }
  return order;
}
