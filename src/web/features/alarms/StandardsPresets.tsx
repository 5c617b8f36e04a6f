import { Form, InputNumber, Modal, Select, Table, type TableColumnsType } from 'antd';
import { useState } from 'react';
import { alarmRuleActions, alarmRules } from '#shared/contract/alarms/rules.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { WARNING_SHARE } from '#shared/domain/alarm-suggestions.ts';
import { limitedClasses } from '#shared/domain/water-items.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { ListError } from '#web/ui/ListStates.tsx';
import { Status } from '#web/ui/Status.tsx';
import { RuleLimits } from './RuleLimits.tsx';
import { useRuleWords } from './rule-words.ts';
import styles from './standards.module.css';

type Preset = AnswerOf<typeof alarmRuleActions.presets>['data_info'][number];

interface Choice {
  grade: 'grade_1' | 'grade_2';
  warning_share: number | null;
  water_class: number | null;
}

const usual: Choice = { grade: 'grade_2', warning_share: WARNING_SHARE, water_class: 3 };
const keyOf = ({ measure, component_id, data_type }: Preset) => `${measure} ${component_id} ${data_type}`;

/** Adds network rules from the standards; shows which are new and which exist. */
export function StandardsPresets({ onClosed }: { onClosed(): void }) {
  const t = useT();
  const toast = useToast();
  const [open, setOpen] = useState(true);
  const [choice, setChoice] = useState(usual);
  // Undefined until changed: preselects factors that some site measures.
  const [ticked, setTicked] = useState<string[]>();
  const answer = useCall(alarmRuleActions.presets, choice, { keepPrevious: true });
  const add = useAction(alarmRuleActions.addPresets, {
    refresh: [alarmRules.list, alarmRuleActions.presets],
  });
  const presets = answer.data?.data_info ?? [];
  const free = presets.filter(({ exists }) => !exists);
  const keys = ticked ?? free.filter(({ site_count }) => site_count > 0).map(keyOf);
  const chosen = free.filter((preset) => keys.includes(keyOf(preset)));
  const run = async () => {
    const { added } = await add.run({
      ...choice,
      chosen: chosen.map(({ measure, component_id, data_type }) => ({ measure, component_id, data_type })),
    });
    toast.success(t('alarmRules.presets_added', { count: added }));
    setOpen(false);
  };
  return (
    <Modal
      open={open}
      width={860}
      title={t('alarmRules.presets_title')}
      okText={t('alarmRules.presets_add', { count: chosen.length })}
      okButtonProps={{ disabled: chosen.length === 0 }}
      confirmLoading={add.pending}
      onOk={() => void run().catch(() => undefined)}
      onCancel={() => setOpen(false)}
      afterClose={onClosed}
    >
      <p className={styles.soft}>{t('alarmRules.presets_hint')}</p>
      <ChoiceBar choice={choice} onChange={setChoice} />
      {answer.error ? (
        <ListError error={answer.error} onRetry={() => void answer.refetch()} />
      ) : (
        <PresetTable presets={presets} loading={answer.isFetching} keys={keys} onTick={setTicked} />
      )}
    </Modal>
  );
}

function ChoiceBar({ choice, onChange }: { choice: Choice; onChange(choice: Choice): void }) {
  const t = useT();
  return (
    <Form layout="inline" colon={false} className={styles.choices}>
      <Form.Item label={t('alarmRules.presets_air')} htmlFor="preset-grade">
        <Select
          id="preset-grade"
          value={choice.grade}
          onChange={(grade) => onChange({ ...choice, grade })}
          options={(['grade_2', 'grade_1'] as const).map((grade) => ({
            value: grade,
            label: t(`alarmRules.limits_${grade}`),
          }))}
        />
      </Form.Item>
      <Form.Item label={t('alarmRules.warning_share')} htmlFor="preset-share">
        <InputNumber<number>
          id="preset-share"
          className={styles.share}
          min={1}
          max={99}
          precision={0}
          suffix="%"
          value={choice.warning_share === null ? null : Math.round(choice.warning_share * 100)}
          onChange={(percent) =>
            onChange({ ...choice, warning_share: percent === null ? null : percent / 100 })
          }
        />
      </Form.Item>
      <Form.Item label={t('alarmRules.presets_water')} htmlFor="preset-water">
        <Select<number>
          id="preset-water"
          value={choice.water_class ?? 0}
          onChange={(chosen) => onChange({ ...choice, water_class: chosen === 0 ? null : chosen })}
          popupMatchSelectWidth={false}
          options={[
            ...limitedClasses.map((each) => ({
              value: each as number,
              label: t('alarmRules.presets_class', { class: t.tx(`alarmRules.class_${each}`) }),
            })),
            { value: 0, label: t('alarmRules.limits_target') },
          ]}
        />
      </Form.Item>
    </Form>
  );
}

interface PresetTableProps {
  presets: readonly Preset[];
  loading: boolean;
  keys: readonly string[];
  onTick(keys: string[]): void;
}

function PresetTable({ presets, loading, keys, onTick }: PresetTableProps) {
  const t = useT();
  const words = useRuleWords();
  const columns: TableColumnsType<Preset> = [
    { key: 'subject', title: t('alarmRules.component_id'), render: (_, preset) => words.subject(preset) },
    {
      key: 'data_type',
      title: t('alarmRules.data_type'),
      render: (_, { data_type }) => t(`alarmRules.data_type_${data_type}`),
    },
    { key: 'limits', title: t('alarmRules.limits'), render: (_, preset) => <RuleLimits rule={preset} /> },
    { key: 'site_count', title: t('alarmRules.site_count'), align: 'end', dataIndex: 'site_count' },
    {
      key: 'exists',
      title: t('alarmRules.presets_state'),
      render: (_, { exists }) => (
        <Status tone={exists ? 'quiet' : 'good'}>
          {t(exists ? 'alarmRules.presets_exists' : 'alarmRules.presets_new')}
        </Status>
      ),
    },
  ];
  return (
    <Table<Preset>
      size="small"
      rowKey={keyOf}
      columns={columns}
      dataSource={presets}
      loading={{ spinning: loading, delay: 300 }}
      pagination={false}
      scroll={{ x: 'max-content', y: 'min(360px, 45vh)' }}
      rowSelection={{
        selectedRowKeys: [...keys],
        onChange: (picked) => onTick(picked.map(String)),
        getCheckboxProps: (preset) => ({
          disabled: preset.exists,
          'aria-label': t('lists.select_row', { name: words.name(preset) }),
        }),
        getTitleCheckboxProps: () => ({ 'aria-label': t('lists.select_page') }) as object,
      }}
    />
  );
}
