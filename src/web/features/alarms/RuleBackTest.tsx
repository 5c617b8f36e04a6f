import { ExperimentOutlined } from '@ant-design/icons';
import { Alert, Button, Form, Skeleton, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { alarmRuleTrial, BACK_TEST_SHOWN } from '#shared/contract/alarms/back-test.ts';
import { alarmRules } from '#shared/contract/alarms/rules.ts';
import type { AnswerOf, SentOf } from '#shared/contract/define.ts';
import type { RuleMeasure } from '#shared/domain/alarm-limits.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { cleaned, type Values } from '#web/ui/form-field.ts';
import { showProblems } from '#web/ui/form-problems.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useFactors } from '#web/widgets/useFactors.ts';
import { subjectOf } from './rule-form.ts';
import { shownNumber } from './rule-words.ts';
import styles from './standards.module.css';

type Result = AnswerOf<typeof alarmRuleTrial.backTest>;
type Episode = Result['data_info'][number];

const DAYS = 30;
const keys = alarmRules.fields;

/** Query and result; a later change of the form marks the result as outdated. */
interface Tried {
  asked: string;
  result: Result;
  measure: RuleMeasure;
  unit: string;
}

/** Back-test below the form of a rule: what it would have raised in the last 30 days. */
export function RuleBackTest() {
  const t = useT();
  const toast = useToast();
  const form = Form.useFormInstance<Values>();
  const factorOf = useFactors();
  const trial = useAction(alarmRuleTrial.backTest);
  const [tried, setTried] = useState<Tried>();
  const now = JSON.stringify(asked(Form.useWatch([], { form, preserve: true }) ?? {}));
  const run = async () => {
    const values: Values = form.getFieldsValue(true);
    const { measure, component_id } = subjectOf(values);
    const input = asked(values);
    try {
      const result = await trial.run(input as SentOf<typeof alarmRuleTrial.backTest>);
      const unit = component_id === null ? '' : (factorOf(component_id)?.unit ?? '');
      setTried({ asked: JSON.stringify(input), result, measure, unit });
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setTried(undefined);
      showProblems(t, form, keys, error, toast.error);
    }
  };
  return (
    <section className={styles.backTest} aria-label={t('alarmRules.back_test')} aria-busy={trial.pending}>
      <header>
        <div>
          <h3>{t('alarmRules.back_test')}</h3>
          <p className={styles.soft}>{t('alarmRules.back_test_hint', { days: DAYS })}</p>
        </div>
        <Button icon={<ExperimentOutlined />} loading={trial.pending} onClick={() => void run()}>
          {t(tried ? 'alarmRules.back_test_again' : 'alarmRules.back_test_run')}
        </Button>
      </header>
      {trial.pending ? (
        <Skeleton active paragraph={{ rows: 3 }} />
      ) : (
        tried && (
          <>
            {tried.asked !== now && <Alert type="info" showIcon title={t('alarmRules.back_test_stale')} />}
            <Outcome {...tried} />
          </>
        )
      )}
    </section>
  );
}

/** Input of the call, from the current form. */
function asked(values: Values): Values {
  const fields = keys.map((key) => [key, cleaned(alarmRules.shape[key], values[key])]);
  return { ...Object.fromEntries(fields), rule_id: values.rule_id, days: DAYS };
}

function Outcome({ result, measure, unit }: Tried) {
  const t = useT();
  const language = useLanguage();
  const { episodes, alarms, affected, tested, left_out, without_data, untested, data_info } = result;
  const period = t(result.shortened ? 'alarmRules.back_test_cut' : 'alarmRules.back_test_period', {
    from: showTime(result.from, language),
    to: showTime(result.to, language),
  });
  const notes = [
    t('alarmRules.back_test_tested', { count: tested }),
    left_out > 0 && t('alarmRules.back_test_left_out', { count: left_out }),
    without_data > 0 && t('alarmRules.back_test_without_data', { count: without_data }),
    untested > 0 && t('alarmRules.back_test_untested', { count: untested }),
  ].filter((note) => note !== false);
  return (
    <>
      <p className={styles.outcome}>
        {episodes === 0
          ? t('alarmRules.back_test_none')
          : t('alarmRules.back_test_found', { episodes, alarms, affected })}
      </p>
      <p className={styles.soft}>
        {period}
        <br />
        {notes.join(t('alarmRules.note_between'))}
      </p>
      {data_info.length > 0 && <Episodes episodes={data_info} measure={measure} unit={unit} />}
      {episodes > data_info.length && (
        <p className={styles.soft}>{t('alarmRules.back_test_more', { count: BACK_TEST_SHOWN })}</p>
      )}
    </>
  );
}

function Episodes({ episodes, measure, unit }: { episodes: Episode[] } & Pick<Tried, 'measure' | 'unit'>) {
  const t = useT();
  const language = useLanguage();
  const columns: TableColumnsType<Episode> = [
    {
      key: 'site',
      title: t('alarmRules.site_id'),
      render: (_, { mn, site_name }) => (
        <Link to={`/sites/${encodeURIComponent(mn)}`} target="_blank" rel="opener">
          {site_name}
        </Link>
      ),
    },
    {
      key: 'level',
      title: t('alarmRules.level'),
      render: (_, { level }) => <span className={styles[level]}>{t(`alarmRules.level_${level}`)}</span>,
    },
    { key: 'from', title: t('alarmRules.from'), render: (_, { from }) => showTime(from, language) },
    {
      key: 'to',
      title: t('alarmRules.to'),
      render: (_, { to }) => (to === null ? t('alarmRules.still_open') : showTime(to, language)),
    },
    {
      key: 'peak',
      title: unit ? t('alarmRules.peak_in', { unit }) : t('alarmRules.peak'),
      align: 'end',
      render: (_, { peak }) =>
        measure === 'water_class' ? t.tx(`alarmRules.class_${peak}`) : shownNumber(peak),
    },
  ];
  return (
    <Table<Episode>
      size="small"
      rowKey={({ site_id, from, side }) => `${site_id} ${from} ${side}`}
      columns={columns}
      dataSource={episodes}
      scroll={{ x: 'max-content' }}
      pagination={{ size: 'small', pageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
    />
  );
}
