import { Button, Modal, Result, Steps, Tooltip } from 'antd';
import { useState } from 'react';
import type { AnswerOf, AnyCall } from '#shared/contract/define.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { ImportFile } from './ImportFile.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import type { Checked, ImportCalls } from './import-calls.ts';
import styles from './import-dialog.module.css';

interface ImportDialogProps {
  /** Where the words of the columns are. */
  name: string;
  calls: ImportCalls;
  refresh: readonly AnyCall[];
  onClosed(): void;
}

/** From a file to rows in three steps: choose, check, done. All rows are taken, or none. */
export function ImportDialog({ name, calls, refresh, onClosed }: ImportDialogProps) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const [checked, setChecked] = useState<Checked>();
  const [done, setDone] = useState<AnswerOf<ImportCalls['run']>>();
  const run = useAction(calls.run, { refresh });
  const close = () => setOpen(false);

  const confirm = async ({ file_id, basis }: Checked) => setDone(await run.run({ file_id, basis }));
  const step = done ? 2 : checked ? 1 : 0;
  const news = checked?.rows.filter(
    ({ problems, becomes }) => problems.length === 0 && becomes !== 'unchanged',
  );
  return (
    <Modal
      open={open}
      title={t('lists.import_title', { what: t.tx(`${name}.what`) })}
      width={920}
      onCancel={close}
      afterClose={onClosed}
      // A stray click must not throw away a checked file.
      mask={{ closable: step !== 1 }}
      footer={
        checked && !done ? (
          <>
            <Button onClick={() => setChecked(undefined)}>{t('lists.import_other_file')}</Button>
            <Tooltip title={checked.bad > 0 && t('lists.import_all_or_nothing')}>
              <Button
                type="primary"
                disabled={checked.bad > 0 || !news?.length}
                loading={run.pending}
                onClick={() => void confirm(checked).catch(() => undefined)}
              >
                {t('lists.import_confirm', { count: news?.length ?? 0 })}
              </Button>
            </Tooltip>
          </>
        ) : (
          <Button onClick={close}>{t('common.close')}</Button>
        )
      }
    >
      <Steps
        className={styles.steps}
        size="small"
        current={step}
        items={[
          { title: t('lists.import_step_file') },
          { title: t('lists.import_step_check') },
          { title: t('lists.import_step_done') },
        ]}
      />
      {step === 0 && <ImportFile name={name} calls={calls} onChecked={setChecked} />}
      {step === 1 && checked && <ImportPreview name={name} checked={checked} />}
      {done && (
        <Result
          status="success"
          title={
            done.changed === undefined
              ? t('lists.import_done', { count: done.added })
              : t('lists.import_done_changed', {
                  ...{ added: done.added, changed: done.changed, unchanged: done.unchanged ?? 0 },
                })
          }
          subTitle={t('lists.import_done_hint')}
        />
      )}
    </Modal>
  );
}
