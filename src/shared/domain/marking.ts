import { isChoice, judgements, numberIn, type QuestionCore } from './question.ts';

/** A question as it was drawn: options may be shuffled but keep their keys. */
export interface MarkedQuestion extends Omit<QuestionCore, 'options'> {
  options: readonly { key: string }[];
}

/** Normalised: case, width and spaces do not matter. */
function plainText(text: string): string {
  return text.normalize('NFKC').trim().replaceAll(/\s+/g, ' ').toLowerCase();
}

/** Whether this is a possible answer to the question, right or wrong. */
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

/** From 0 to 1. With partial credit, some of several right options and no wrong one give half. */
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

/** In decimal arithmetic: 0.4 is within 0.3 ± 0.1, although the difference is slightly more in floating point. */
function isWithin(given: string, right: string, tolerance: number): boolean {
  const [a, b] = [numberIn(given), numberIn(right)];
  if (a === undefined || b === undefined) return false;
  const slack = 1e-12 * Math.max(Math.abs(a), Math.abs(b), tolerance);
  return Math.abs(a - b) <= tolerance + slack;
}

/** Scores have two decimals. */
export function earnedOf(score: number, credit: number): number {
  return Math.round(score * credit * 100) / 100;
}

/** Compared in integers, so that 60 % of 5 is exactly 3. */
export function isPassed(score: number, full: number, passPercent: number): boolean {
  return Math.round(score * 100) * 100 >= Math.round(full * 100) * passPercent;
}

/** Shuffles by random numbers from 0 to 1 (Fisher–Yates). */
export function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] as Item, order[last] as Item];
  }
  return order;
}
