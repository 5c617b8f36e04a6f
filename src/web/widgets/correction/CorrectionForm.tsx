import { Button, DatePicker, Drawer, Input, InputNumber, Segmented, Select } from 'antd';
import { useState } from 'react';
import { corrections } from '#shared/contract/control/corrections.ts';
import { interference } from '#shared/contract/control/interference.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { LEAST_K, MOST_INTERFERENCE, MOST_K } from '#shared/domain/command-kinds.ts';
import { matrixProblems } from '#shared/domain/interference.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { fromPicker, toPicker } from '#web/ui/picker-time.ts';
import { BeforeAfter } from '#web/widgets/command/BeforeAfter.tsx';
import styles from './correction.module.css';
import { correctionReads } from './correction-reads.ts';

interface CorrectionFormProps {
  site_id: number;
  versions: AnswerOf<typeof corrections.data>['versions'];
  onClosed(): void;
}

/** New K, B and interference of one factor, from now on or from a time in the past, previewed before they are saved. */
export function CorrectionForm({ site_id, versions, onClosed }: CorrectionFormProps) {
  const t = useT();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(true);
  const { data: site } = useCall(interference.data, { site_id });
  const [chosen, setChosen] = useState<number>();
  const [edited, setEdited] = useState<{ k: number; b: number; list: { other: number; c: number }[] }>();
  const [isBack, setBack] = useState(false);
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  const [reason, setReason] = useState('');
  const saving = useAction(corrections.set, { refresh: correctionReads });
  const factors = site?.factors ?? [];
  const targets = factors.filter(({ category }) => category !== 'weather');
  const component_id = chosen ?? targets[0]?.component_id ?? 0;
  const factor = factors.find((one) => one.component_id === component_id);
  const held = versions.find((one) => one.component_id === component_id && one.to_at === null);
  const value = edited ?? { k: held?.k ?? 1, b: held?.b ?? 0, list: held?.list ?? [] };
  const change = (part: Partial<typeof value>) => setEdited({ ...value, ...part });
  const problems = matrixProblems(value.list.map((entry) => ({ component_id, ...entry })));
  const span = isBack ? { from, to } : {};
  const asked = { site_id, items: [{ component_id, ...value }], ...span };
  const isReady = component_id > 0 && problems.length === 0 && (!isBack || from !== undefined);
  const { data: preview } = useCall(
    corrections.preview,
    { ...asked, component_id },
    { enabled: isReady, keepPrevious: true },
  );
  const save = async () => {
    await saving.run({ ...asked, reason });
    setOpen(false);
  };
  const nameOf = (one: (typeof factors)[number]) => localName(one, 'component_name', language);
  return (
    <Drawer
      title={t('corrections.add')}
      size={700}
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
      footer={
        <div className={styles.buttons}>
          <Button onClick={() => setOpen(false)}>{t('common.cancel')}</Button>
          <Button
            type="primary"
            danger={isBack}
            disabled={!isReady || reason.trim() === ''}
            loading={saving.pending}
            onClick={() => void save().catch(() => undefined)}
          >
            {t(isBack ? 'corrections.save_back' : 'corrections.save')}
          </Button>
        </div>
      }
    >
      <div className={styles.row}>
        <Select
          className={styles.factor}
          aria-label={t('corrections.factor')}
          value={component_id || undefined}
          onChange={(next) => {
            setChosen(next);
            setEdited(undefined);
          }}
          options={targets.map((one) => ({ value: one.component_id, label: nameOf(one) }))}
        />
        <InputNumber
          aria-label="K"
          prefix="K"
          min={LEAST_K}
          max={MOST_K}
          step={0.01}
          value={value.k}
          onChange={(k) => change({ k: k ?? 1 })}
        />
        <InputNumber
          aria-label="B"
          prefix="B"
          step={0.1}
          value={value.b}
          onChange={(b) => change({ b: b ?? 0 })}
        />
      </div>
      <h4>{t('corrections.list')}</h4>
      {value.list.map((entry, at) => (
        <div key={entry.other} className={styles.row}>
          <Select
            className={styles.factor}
            aria-label={t('corrections.other')}
            value={entry.other}
            onChange={(other) => change({ list: value.list.with(at, { ...entry, other }) })}
            options={factors
              .filter((one) => one.component_id !== component_id)
              .map((one) => ({ value: one.component_id, label: nameOf(one) }))}
          />
          <InputNumber
            aria-label={t('corrections.c')}
            min={-MOST_INTERFERENCE}
            max={MOST_INTERFERENCE}
            step={0.01}
            value={entry.c}
            onChange={(c) => change({ list: value.list.with(at, { ...entry, c: c ?? 0 }) })}
          />
          <Button type="text" onClick={() => change({ list: value.list.filter((_, i) => i !== at) })}>
            {t('common.delete')}
          </Button>
        </div>
      ))}
      <Button
        type="dashed"
        disabled={value.list.length >= factors.length - 1}
        onClick={() => {
          const used = new Set([component_id, ...value.list.map(({ other }) => other)]);
          const free = factors.find((one) => !used.has(one.component_id));
          if (free) change({ list: [...value.list, { other: free.component_id, c: 0 }] });
        }}
      >
        {t('corrections.add_other')}
      </Button>
      {problems[0] && <p>{t(`problems.${problems[0].problem}`)}</p>}
      <h4>{t('corrections.span')}</h4>
      <div className={styles.bar}>
        <Segmented
          value={isBack ? 'back' : 'now'}
          onChange={(next) => setBack(next === 'back')}
          options={[
            { value: 'now', label: t('corrections.from_now') },
            { value: 'back', label: t('corrections.backwards') },
          ]}
        />
        {isBack && (
          <>
            <DatePicker
              showTime
              placeholder={t('corrections.from')}
              value={from ? toPicker(from) : null}
              onChange={(at) => setFrom(fromPicker(at))}
            />
            <DatePicker
              showTime
              placeholder={t('corrections.to')}
              value={to ? toPicker(to) : null}
              onChange={(at) => setTo(fromPicker(at))}
            />
          </>
        )}
      </div>
      {preview && isReady && factor && (
        <BeforeAfter
          title={t('corrections.preview', { name: nameOf(factor) })}
          unit={factor.unit}
          note={isBack && t('corrections.counts', preview.counts)}
          data={preview}
        />
      )}
      <div className={styles.field}>
        <Input.TextArea
          aria-label={t('corrections.reason')}
          placeholder={t('corrections.reason_hint')}
          maxLength={200}
          autoSize={{ minRows: 2 }}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </Drawer>
  );
}
