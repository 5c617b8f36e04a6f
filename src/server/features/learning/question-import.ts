import { createHash } from 'node:crypto';
import type { Ctx } from '#server/app.ts';
import type { Db } from '#server/db/pool.ts';
import { json, sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { type CheckedRow, checkEach, importTemplate, previewOf, readImport } from '#server/tables/import.ts';
import type { ImportRow } from '#shared/contract/imports.ts';
import { questionImport, questions } from '#shared/contract/learning/questions.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import { questionProblems, tidied } from '#shared/domain/question.ts';
import { Fault, type FieldProblem } from '#shared/faults.ts';
import { examples, fieldsOf, inFile, type QuestionCells, questionSheet } from './question-row.ts';
import type { NewQuestion } from './questions.routes.ts';

type Stored = NewQuestion & { question_id: number; version: number };

/** A row to store: a new question, or a new version of an existing one. */
interface Item extends NewQuestion {
  question_id: number | null;
  version: number | null;
  becomes: NonNullable<ImportRow['becomes']>;
}
type Checked = CheckedRow<Item>;

export const questionImportRoutes = handlers(questionImport, {
  template: (ctx, { language }) => importTemplate(ctx, questionSheet, language, examples[language]),

  preview: async (ctx, { file_id }) => {
    const file = await checkFile(ctx, file_id);
    return { ...previewOf(file, []), basis: basisOf(file.rows) };
  },

  run: async (ctx, { file_id, basis }) => {
    const { rows } = await checkFile(ctx, file_id);
    if (rows.length === 0) throw new Fault('question_upload_failed', { detail: 'import_empty' });
    const good = rows.flatMap(({ item, problems }) => (item && problems.length === 0 ? [item] : []));
    const count = rows.length - good.length;
    if (count > 0)
      throw new Fault('question_upload_failed', { detail: 'import_has_errors', params: { count } });
    if (basis !== undefined && basis !== basisOf(rows)) throw changedMeanwhile();
    return store(ctx.db, good);
  },
});

const changedMeanwhile = () => new Fault('question_upload_failed', { detail: 'changed_meanwhile' });

/** Hash of the changes that were previewed; differs if somebody changed a question since. */
function basisOf(rows: readonly Checked[]): string {
  const items = rows.map(({ item, problems }) => [item ?? null, problems.length]);
  return createHash('sha256').update(JSON.stringify(items)).digest('base64url');
}

async function store(db: Db, items: readonly Item[]) {
  const become = (what: Item['becomes']) => items.filter(({ becomes }) => becomes === what);
  const changes = become('changed');
  const added = await db.run(sql`
    insert into question (kind, question_title, picture, options, answers, tolerance, topics, difficulty, explanation, in_practice,
                          enabled, remark)
    select kind, question_title, picture, options, answers, tolerance, topics, difficulty, explanation, in_practice, enabled, remark
      from jsonb_populate_recordset(null::question, ${json(become('added'))})`);
  const changed = await db.run(sql`
    update question q
       set options = i.options, answers = i.answers, tolerance = i.tolerance, topics = i.topics,
           difficulty = i.difficulty, explanation = i.explanation, in_practice = i.in_practice, enabled = i.enabled,
           remark = i.remark
      from jsonb_populate_recordset(null::question, ${json(changes)}) i
     where q.question_id = i.question_id and q.version = i.version`);
  if (changed !== changes.length) throw changedMeanwhile();
  return { added, changed, unchanged: become('unchanged').length };
}

const keyOf = ({ kind, question_title }: { kind: string; question_title: string }) =>
  `${kind} ${question_title}`;

/** Validates every row and determines whether it adds or changes a question; stores nothing. */
async function checkFile(ctx: Ctx, file_id: number) {
  const { rows, ...file } = await readImport(ctx, questionSheet, file_id);
  const titles = rows.map(({ values }) => values.question_title);
  const there = await ctx.db.rows<Stored>(sql`
    select question_id, version, kind, question_title, picture, options, answers, tolerance, topics, difficulty, explanation,
           in_practice, enabled, remark
      from question where question_title = any(${titles})`);
  const known = new Map(there.map((question) => [keyOf(question), question]));
  const checked = await checkEach(rows, ({ row, values }) => checkRow(row, values, known));
  markRepeated(checked);
  return { ...file, rows: checked };
}

function checkRow(row: number, values: QuestionCells, known: ReadonlyMap<string, Stored>): Checked {
  const { fields, problems, hasGap } = fieldsOf(values);
  const before = known.get(keyOf({ kind: String(fields.kind), question_title: values.question_title }));
  const said = new Set(problems.map(({ field }) => field));
  const add = (found: readonly FieldProblem[]) => {
    for (const problem of found.map(inFile)) {
      if (!said.has(problem.field)) problems.push(problem);
      said.add(problem.field);
    }
  };
  // Files have no pictures, so existing ones are kept.
  const options = (fields.options ?? []).map(({ text }, place) => ({
    text,
    picture: before?.options[place]?.picture ?? '',
  }));
  const kept = before && {
    picture: before.picture,
    in_practice: before.in_practice,
    enabled: before.enabled,
  };
  const parsed = questions.add.input.safeParse({ ...kept, ...fields, options }, { reportInput: true });
  if (!parsed.success) add(problemsOf(parsed.error));
  else add(questionProblems(parsed.data).filter(({ field }) => !hasGap || field !== 'options'));
  if (!parsed.success || problems.length > 0) return { row, values, problems };
  const question = tidied(parsed.data);
  const changes = before ? changesOf(before, question) : [];
  const becomes = !before ? 'added' : changes.length > 0 ? 'changed' : 'unchanged';
  const item = {
    ...question,
    question_id: before?.question_id ?? null,
    version: before?.version ?? null,
    becomes,
  };
  return { row, values, problems, becomes, changes, item: item as Item };
}

const compared = [
  'options',
  'answers',
  'tolerance',
  'topics',
  'difficulty',
  'explanation',
  'remark',
] as const;

function changesOf(before: NewQuestion, question: NewQuestion): NonNullable<ImportRow['changes']> {
  return compared
    .filter((field) => plain(before[field]) !== plain(question[field]))
    .map((field) => ({ field: inFile({ field, problem: '' }).field, was: plain(before[field]) }));
}

/** Comparable text: database and file may order the fields differently. */
function plain(value: unknown): string {
  if (!Array.isArray(value)) return String(value ?? '');
  return value.map((one) => (typeof one === 'object' ? `${one.text}` : String(one))).join(' | ');
}

/** Of two rows for the same question the later one is marked, with the number of the first. */
function markRepeated(rows: readonly Checked[]): void {
  const firstRows = new Map<string, number>();
  for (const { row, item, problems } of rows) {
    if (!item) continue;
    const first = firstRows.get(keyOf(item));
    if (first === undefined) firstRows.set(keyOf(item), row);
    else problems.push({ field: 'question_title', problem: 'repeated_in_file', params: { row: first } });
  }
}
