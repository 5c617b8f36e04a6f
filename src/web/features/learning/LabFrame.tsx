import { Steps, Table } from 'antd';
import type { LabJudged } from '#shared/contract/learning/laboratory.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './laboratory.module.css';

/** Processing steps of a frame, up to where it was accepted or refused. */
export function LabFrame({ frame }: { frame: LabJudged }) {
  const t = useT();
  const language = useLanguage();
  const { verdict, refused, deviations, readings, unmapped, answer, data_time } = frame;
  const status = (isBad: boolean, isReached = true) => (isBad ? 'error' : isReached ? 'finish' : 'wait');
  const isRead = refused !== 'verdict';
  const isIn = isRead && refused !== 'wrong_pw' && refused !== 'stranger';
  const odd = deviations.map((one) => (t.has(`wire.deviation_${one}`) ? t.tx(`wire.deviation_${one}`) : one));
  return (
    <section className={styles.frame}>
      <code>{frame.text}</code>
      <Steps
        size="small"
        orientation="vertical"
        items={[
          {
            title: t('laboratory.step_frame'),
            status: status(refused === 'verdict'),
            content: [t(`laboratory.verdict_${verdict}`), ...odd].join(' · '),
          },
          {
            title: t('laboratory.step_admit'),
            status: status(isRead && !isIn, isRead),
            content: isRead && !isIn ? t.tx(`laboratory.refused_${refused}`) : frame.mn,
          },
          {
            title: t('laboratory.step_read'),
            status: status(refused === 'time', isIn),
            content:
              refused === 'time'
                ? t('laboratory.refused_time')
                : [
                    data_time && `${t('laboratory.data_time')} ${showTime(data_time, language)}`,
                    unmapped.length > 0 && t('laboratory.unmapped', { codes: unmapped.join(' ') }),
                  ]
                    .filter(Boolean)
                    .join(' · '),
          },
          {
            title: t('laboratory.step_answer'),
            status: status(false, refused === null),
            content: answer ? <code>{answer}</code> : t('laboratory.no_answer'),
          },
        ]}
      />
      {isIn && readings.length > 0 && (
        <Table
          size="small"
          rowKey="wire_code"
          pagination={false}
          dataSource={readings}
          columns={[
            { key: 'wire_code', dataIndex: 'wire_code', title: t('laboratory.wire_code') },
            {
              key: 'factor',
              title: t('laboratory.factor'),
              render: (_value, row) =>
                (language === 'en' ? row.component_name_en : row.component_name) ?? t('laboratory.no_factor'),
            },
            {
              key: 'value',
              title: t('laboratory.value'),
              align: 'right',
              render: (_value, row) => (row.value === null ? '–' : `${row.value} ${row.unit}`),
            },
            { key: 'flag', dataIndex: 'flag', title: t('laboratory.flag') },
          ]}
        />
      )}
    </section>
  );
}
