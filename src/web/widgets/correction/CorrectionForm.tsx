import { Button, Drawer, Input } from 'antd';
import { useState } from 'react';
import { corrections } from '#shared/contract/control/corrections.ts';
import { interference } from '#shared/contract/control/interference.ts';
import type { AnswerOf } from '#shared/contract/define.ts';
import { matrixProblems } from '#shared/domain/interference.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { localName } from '#web/ui/local-name.ts';
import { useConfirm } from '#web/ui/useConfirm.ts';
import { BeforeAfter } from '#web/widgets/command/BeforeAfter.tsx';
import { CoefficientFields, type Coefficients } from './CoefficientFields.tsx';
import { CorrectionSpan, type Span } from './CorrectionSpan.tsx';
import styles from './correction.module.css';
import { correctionReads } from './correction-reads.ts';

interface CorrectionFormProps {
  site_id: number;
  versions: AnswerOf<typeof corrections.data>['versions'];
  /** K and B proposed by a fit, with their reason. */
  proposed?: { component_id: number; k: number; b: number; reason: string };
  onClosed(): void;
}

/** Edits K, B and interference of one factor, from now on or for a past time, with a preview before saving. */
export function CorrectionForm({ site_id, versions, proposed, onClosed }: CorrectionFormProps) {
  const t = useT();
  const toast = useToast();
  const ask = useConfirm();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(true);
  const heldBy = (id: number) => versions.find((one) => one.component_id === id && one.to_at === null);
  const { data: site } = useCall(interference.data, { site_id });
  const [chosen, setChosen] = useState(proposed?.component_id);
  const [edited, setEdited] = useState<Coefficients | undefined>(
    () => proposed && { k: proposed.k, b: proposed.b, list: heldBy(proposed.component_id)?.list ?? [] },
  );
  const [span, setSpan] = useState<Span>({ isBack: false });
  const [reason, setReason] = useState(proposed?.reason ?? '');
  const saving = useAction(corrections.set, { refresh: correctionReads });
  const factors = site?.factors ?? [];
  const targets = factors.filter(({ category }) => category !== 'weather');
  const component_id = chosen ?? targets[0]?.component_id ?? 0;
  const factor = factors.find((one) => one.component_id === component_id);
  const held = heldBy(component_id);
  const value = edited ?? { k: held?.k ?? 1, b: held?.b ?? 0, list: held?.list ?? [] };
  const problems = matrixProblems(value.list.map((entry) => ({ component_id, ...entry })));
  const { isBack, from, to } = span;
  const asked = { site_id, items: [{ component_id, ...value }], ...(isBack ? { from, to } : {}) };
  const isReady = component_id > 0 && problems.length === 0 && (!isBack || from !== undefined);
  const { data: preview } = useCall(
    corrections.preview,
    { ...asked, component_id },
    { enabled: isReady, keepPrevious: true },
  );
  const ok = t(isBack ? 'corrections.save_back' : 'corrections.save');
  const save = async () => {
    const { awaiting_approval } = await saving.run({ ...asked, reason });
    if (awaiting_approval) toast.success(t('corrections.wish_saved'));
    setOpen(false);
  };
  const question = {
    ...{ title: t('commands.sure', { what: t('corrections.add') }), ok, danger: isBack },
    text: t(isBack ? 'corrections.sure_back' : 'corrections.sure_now'),
  };
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
            onClick={() => ask(question, save)}
          >
            {ok}
          </Button>
        </div>
      }
    >
      <CoefficientFields
        factors={factors}
        component_id={component_id}
        onFactor={(next) => {
          setChosen(next);
          setEdited(undefined);
        }}
        value={value}
        onChange={setEdited}
      />
      {problems[0] && <p>{t(`problems.${problems[0].problem}`)}</p>}
      <h4>{t('corrections.span')}</h4>
      <CorrectionSpan value={span} onChange={setSpan} />
      {preview && isReady && factor && (
        <BeforeAfter
          title={t('corrections.preview', { name: localName(factor, 'component_name', language) })}
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
