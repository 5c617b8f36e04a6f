import { asker, beside, besideSql, executionMs, tell } from './measure.ts';
import { analysisOfAllSites, analysisOfSomeDays, analysisTable } from './query-analysis.ts';
import { fillNetwork, type Network } from './query-data.ts';
import { benchOthers } from './query-others.ts';
import { ofAllSites, ofSomeDays, rollUps, wholeTable } from './query-questions.ts';
import { openStage, type Stage } from './stage.ts';

const SITES = 50;
const DAYS = 400;
const TIMES = 10;

const ROLLUP_AT_LEAST = 10;
const TEN_TIMES_THE_SITES = 11;
const TEN_TIMES_THE_HISTORY = 1.3;

/**
 * Queries through the real calls, compared with the times that PostgreSQL reports for the bare statements, and with
 * each other at different sizes of network and history. `npm run bench -- query others` measures only short queries
 * during long ones.
 */
export async function benchQuery(): Promise<void> {
  const stage = await openStage({ demo: true });
  const network = await fillNetwork(stage.db, { sites: SITES, days: DAYS });
  if (process.argv[3] !== 'others') await benchQuestions(stage, network);
  await benchOthers(stage, network, {
    heavy: await asker(stage, 'auditor'),
    light: await asker(stage),
    questions: wholeTable(network).filter(({ name }) => /^(latest|ranking)/.test(name)),
  });
}

async function benchQuestions(stage: Stage, network: Network): Promise<void> {
  const young = await openStage({ demo: true });
  const youngNetwork = await fillNetwork(young.db, { sites: SITES, days: DAYS / TIMES });
  const [ask, askYoung] = [await asker(stage), await asker(young)];

  await besideSql(stage.db, ask, [...wholeTable(network), ...analysisTable(network)]);
  for (const { name, sums, raw } of rollUps(network)) {
    const [rawMs, sumsMs] = await beside(
      () => executionMs(stage.db, [raw]),
      () => executionMs(stage.db, [sums]),
    );
    const isFast = rawMs >= ROLLUP_AT_LEAST * sumsMs;
    tell(name, rawMs, 'as sent', sumsMs, 'sums', `at least ${ROLLUP_AT_LEAST}×`, isFast);
  }
  const allSites = (of: Network) => [...ofAllSites(of), ...analysisOfAllSites(of)];
  const few = allSites({ ...network, site_ids: network.site_ids.slice(0, SITES / TIMES) });
  for (const [i, question] of allSites(network).entries()) {
    const [manyMs, fewMs] = await beside(
      () => ask(question),
      () => ask(few[i] ?? question),
    );
    const isFast = manyMs <= TEN_TIMES_THE_SITES * fewMs;
    tell(question.name, manyMs, '50 sites', fewMs, '5 sites', `at most ${TEN_TIMES_THE_SITES}×`, isFast);
  }
  const someDays = (of: Network) => [...ofSomeDays(of), ...analysisOfSomeDays(of)];
  const old = someDays(network);
  for (const [i, question] of someDays(youngNetwork).entries()) {
    const [oldMs, youngMs] = await beside(
      () => ask(old[i] ?? question),
      () => askYoung(question),
    );
    const isFast = oldMs <= TEN_TIMES_THE_HISTORY * youngMs;
    tell(question.name, oldMs, '400 days', youngMs, '40 days', `at most ${TEN_TIMES_THE_HISTORY}×`, isFast);
  }
}
