import { articleExamples } from './articles.ts';
import { learningExamples } from './exams.ts';
import { meetingExamples } from './meetings.ts';

type Host = Parameters<typeof learningExamples>[0];

/** Examples of writes of the features beside monitoring, for the test of the audit log. */
export const officeExamples = (host: Host) => ({
  ...articleExamples(host),
  ...learningExamples(host),
  ...meetingExamples(host),
});
