import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { demoArticles, demoTypes } from './article-texts.ts';
import { demoQuestions } from './exam-questions.ts';
import { demoAssessments, demoPapers } from './exams.ts';

/** Removes the demo's articles and exams, including visitors' results. Content that visitors have created is kept. */
export async function removeDemoLearning(db: Db): Promise<void> {
  const ofDemo = sql`select assessment_id from assessment where assessment_name = any(${demoAssessments})`;
  await db.run(sql`delete from competence where assessment_id in (${ofDemo})`);
  await db.run(sql`delete from certificate where assessment_id in (${ofDemo})`);
  await db.run(sql`delete from sitting where assessment_id in (${ofDemo})`);
  await db.run(sql`delete from assessment where assessment_name = any(${demoAssessments})`);
  await db.run(sql`
    delete from paper p where paper_name = any(${demoPapers})
       and not exists (select from assessment a where a.paper_id = p.paper_id)`);
  await db.run(sql`
    delete from question q where question_title = any(${demoQuestions.map((one) => one.question_title)})
       and not exists (select from paper_question p where p.question_id = q.question_id)`);
  await db.run(sql`delete from article where article_title = any(${demoArticles.map(({ title }) => title)})`);
  // Children before their parents.
  for (const { name } of demoTypes.toReversed())
    await db.run(sql`
      delete from article_type t where type_name = ${name}
         and not exists (select from article_revision r where r.type_id = t.type_id)
         and not exists (select from article_type c where c.parent_id = t.type_id)`);
}
