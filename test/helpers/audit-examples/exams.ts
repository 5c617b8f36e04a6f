import { sql } from '#server/db/sql.ts';
import type { StoredFile } from '#shared/contract/files/files.ts';
import { assessments } from '#shared/contract/learning/assessments.ts';
import { competence } from '#shared/contract/learning/competence.ts';
import { papers } from '#shared/contract/learning/papers.ts';
import { practice } from '#shared/contract/learning/practice.ts';
import { questionActions, questions } from '#shared/contract/learning/questions.ts';
import { sittings } from '#shared/contract/learning/sittings.ts';
import type { Client, TestApp } from '#test/helpers/app.ts';
import { addAssessment, addPaper, addQuestions, newQuestions } from '#test/helpers/learning.ts';

let count = 0;

/** One example of each write about questions, papers and assessments, for the test of the audit log. */
export function learningExamples(host: () => { app: TestApp; admin: Client }) {
  const question = async () => {
    const made = await host().admin.send(questions.add, newQuestions()[0] ?? {});
    return { question_id: Number(made.question_id) };
  };
  const paper = async () => ({ paper_id: await addPaper(host().admin, await addQuestions(host().admin)) });
  const begun = async (more: Record<string, unknown> = {}) => {
    const { assessment_id } = await addAssessment(host().admin, more);
    return host().admin.send(sittings.begin, { assessment_id });
  };
  const submitted = async (more: Record<string, unknown> = {}) => {
    const one = await begun(more);
    await host().admin.send(sittings.submit, { ...one, unanswered_ok: true });
    return one;
  };
  const rule = async () => ({ subject: 'role', role_id: 4, ...(await draft()) });
  const draft = async () => {
    const wanted = { assessment_name: `考核例${++count}`, ...(await paper()) };
    return { assessment_id: Number((await host().admin.send(assessments.add, wanted)).assessment_id) };
  };
  const competent = async () => {
    const made = await host().admin.send(competence.add, await rule());
    return { competence_id: Number(made.competence_id) };
  };
  /** Practice is refused during an exam, so all exams are ended first. */
  const noSitting = () => host().app.db.run(sql`update sitting set state = 'marked' where state = 'sitting'`);
  return {
    'questions.add': async () => newQuestions()[0],
    'questions.edit': async () => ({ ...(await question()), version: 1, remark: 'x' }),
    'questions.remove': question,
    'questionActions.clear': async () => {
      await host().app.db.run(sql`update assessment set state = 'closed'`);
      await question();
      return { questions: (await host().admin.send(questionActions.lost, {})).questions };
    },
    'questionImport.run': async () => {
      const text = `kind,question_title,answer_text,topic_names\njudge,题例${++count},true,x`;
      return { file_id: ((await host().admin.upload('q.csv', text)).data as StoredFile).file_id };
    },
    'practice.begin': async () => {
      await noSitting();
      await question();
      return { mode: 'random' };
    },
    'practice.clear': async () => {
      await noSitting();
      await question();
      await host().admin.send(practice.begin, { mode: 'random' });
      return {};
    },
    'papers.add': async () => ({ paper_name: `试卷例${++count}`, how: 'hand' }),
    'papers.edit': async () => ({ ...(await paper()), version: 1, remark: 'x' }),
    'papers.remove': async () => {
      const made = await host().admin.send(papers.add, { paper_name: `试卷例${++count}`, how: 'hand' });
      return { paper_id: Number(made.paper_id) };
    },
    'paperActions.addQuestions': async () => ({
      ...{ ...(await paper()), question_ids: [(await question()).question_id], score: 1 },
    }),
    'paperActions.removeQuestions': async () => {
      const question_ids = await addQuestions(host().admin);
      return { paper_id: await addPaper(host().admin, question_ids), question_ids };
    },
    'paperActions.arrange': async () => {
      const ids = await addQuestions(host().admin);
      const paper_id = await addPaper(host().admin, ids);
      return { paper_id, questions: ids.toReversed().map((question_id) => ({ question_id, score: 3 })) };
    },
    'assessments.add': async () => ({ assessment_name: `考核例${++count}`, ...(await paper()) }),
    'assessments.edit': async () => ({ ...(await draft()), version: 1, minutes: 5 }),
    'assessments.remove': draft,
    'assessmentActions.setState': async () => ({ ...(await draft()), state: 'open' }),
    'sittings.begin': async () => {
      const { assessment_id } = await addAssessment(host().admin);
      return { assessment_id };
    },
    'sittings.submit': async () => ({ ...(await begun()), unanswered_ok: true }),
    'scoreActions.check': async () => {
      const checked = { marks: 'after_check', checker_id: host().admin.user?.user_id };
      const { sitting_id } = await submitted(checked);
      return host().app.db.one(sql`select sitting_id, version from sitting where sitting_id = ${sitting_id}`);
    },
    'scoreActions.revoke': async () => {
      const { sitting_id } = await submitted();
      const row = await host().app.db.one<{ certificate_id: number }>(sql`
        insert into certificate (user_id, assessment_id, sitting_id, issued_at)
        select user_id, assessment_id, sitting_id, now() from sitting where sitting_id = ${sitting_id}
        returning certificate_id`);
      return { ...row, reason: 'x' };
    },
    'competence.add': rule,
    'competence.edit': async () => ({ ...(await competent()), version: 1, remark: 'x' }),
    'competence.remove': competent,
  };
}
