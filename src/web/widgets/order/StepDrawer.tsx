import { Alert, Button, Drawer, Input } from 'antd';
import { useId, useRef, useState } from 'react';
import { formProblems } from '#shared/domain/order-form.ts';
import type { OrderAct } from '#shared/domain/order-steps.ts';
import type { FieldProblem } from '#shared/faults.ts';
import { CallError } from '#web/api/call-error.ts';
import { useT } from '#web/i18n.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { type OrderDetail, OrderForm } from './OrderForm.tsx';
import styles from './order.module.css';
import { useOrderDraft } from './useOrderDraft.ts';
import { useOrderStep } from './useOrderStep.ts';

interface StepDrawerProps {
  order: OrderDetail;
  act: OrderAct;
  onClosed(): void;
}

const noteLabels: Partial<Record<OrderAct, 'orders.hold_note' | 'orders.return_note' | 'orders.reason'>> = {
  hold: 'orders.hold_note',
  check_fail: 'orders.return_note',
  close: 'orders.reason',
  cancel: 'orders.reason',
  reopen: 'orders.reason',
};

/** Drawer for steps with input: the form, a reason or a note. */
export function StepDrawer({ order, act, onClosed }: StepDrawerProps) {
  const t = useT();
  const narrow = useNarrow();
  const [isOpen, setOpen] = useState(true);
  const [note, setNote] = useState('');
  const [override, setOverride] = useState('');
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const { body, problems, refuse, answered, clear } = useProblems();
  const draft = useOrderDraft(order.order_id, order);
  const step = useOrderStep();
  const closes = act === 'check_pass' || act === 'close' || (act === 'do' && !order.needs_check);
  const isFailing = closes && order.alarms.some(({ state }) => state !== 'passed');
  const mayOverride = isFailing && order.may.includes('override');

  const submit = async () => {
    const filled = act === 'do' ? clean(draft.filled) : undefined;
    const taken = new Set(order.readings.map(({ field_key }) => field_key));
    const missing = filled ? formProblems(order, filled, taken) : [];
    if (missing.length > 0) return refuse(missing);
    clear();
    try {
      await step.run(order.order_id, act, { note, override_reason: override, ...filled });
      draft.forget();
      setOpen(false);
    } catch (error) {
      if (error instanceof CallError) refuse(error.fields);
    }
  };
  return (
    <Drawer
      title={t(`orders.act_${act}`)}
      size={narrow ? '100%' : 560}
      open={isOpen}
      onClose={() => setOpen(false)}
      afterOpenChange={(open) => !open && onClosed()}
      footer={
        <div className={styles.buttons}>
          {draft.isDraft && act === 'do' && <span className={styles.draft}>{t('orders.draft')}</span>}
          <Button onClick={() => setOpen(false)}>{t('common.cancel')}</Button>
          <Button type="primary" loading={step.pending || busy.size > 0} onClick={() => void submit()}>
            {t(`orders.act_${act}`)}
          </Button>
        </div>
      }
    >
      {act === 'do' && (
        <div ref={body}>
          <OrderForm
            order={order}
            filled={draft.filled}
            problems={problems}
            onAnswer={(key, answer) => {
              answered(`answers.${key}`);
              draft.answer(key, answer);
            }}
            onCheck={(key, check) => {
              answered(`checks.${key}`);
              draft.check(key, check);
            }}
            onBusy={(key, isBusy) =>
              setBusy((old) => new Set(isBusy ? [...old, key] : [...old].filter((one) => one !== key)))
            }
          />
        </div>
      )}
      <NoteInput
        act={act}
        value={note}
        problem={problems.find(({ field }) => field === 'note')}
        onChange={setNote}
      />
      {mayOverride && <OverrideInput value={override} onChange={setOverride} />}
    </Drawer>
  );
}

/** Problems found here or by the server. */
function useProblems() {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const body = useRef<HTMLDivElement>(null);

  const refuse = (found: readonly FieldProblem[]) => {
    setProblems(found);
    // After rendering: in a long form the first problem may be out of view.
    requestAnimationFrame(() =>
      body.current
        ?.querySelector('.ant-form-item-has-error, [role="alert"]')
        ?.scrollIntoView({ block: 'center' }),
    );
  };
  const answered = (field: string) => setProblems((old) => old.filter((one) => one.field !== field));
  return { body, problems, refuse, answered, clear: () => setProblems([]) };
}

interface NoteInputProps {
  act: OrderAct;
  value: string;
  problem: FieldProblem | undefined;
  onChange(note: string): void;
}

function NoteInput({ act, value, problem, onChange }: NoteInputProps) {
  const t = useT();
  const formId = useId();
  return (
    <>
      <label className={styles.label} htmlFor={`${formId}-note`}>
        {t(noteLabels[act] ?? 'orders.note')}
      </label>
      <Input.TextArea
        id={`${formId}-note`}
        value={value}
        maxLength={500}
        status={problem ? 'error' : ''}
        autoSize={{ minRows: 3, maxRows: 8 }}
        onChange={(event) => onChange(event.target.value)}
      />
      {problem && <p className={styles.late}>{t.tx(`problems.${problem.problem}`)}</p>}
    </>
  );
}

/** Reason for closing an order although its check fails. */
function OverrideInput({ value, onChange }: { value: string; onChange(reason: string): void }) {
  const t = useT();
  const formId = useId();
  return (
    <>
      <Alert className={styles.override} type="warning" showIcon title={t('orders.override_hint')} />
      <label className={styles.label} htmlFor={`${formId}-override`}>
        {t('orders.override_reason')}
      </label>
      <Input
        id={`${formId}-override`}
        value={value}
        maxLength={500}
        onChange={(event) => onChange(event.target.value)}
      />
    </>
  );
}

/** Omits empty answers, so that they are reported as "required" and nothing else. */
function clean({ answers, checks }: Pick<OrderDetail, 'answers' | 'checks'>) {
  return {
    answers: Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== '')),
    checks,
  };
}
