import { DownloadOutlined } from '@ant-design/icons';
import { Button, Modal, Result, Space, Steps, Tooltip } from 'antd';
import { useState } from 'react';
import type { AnswerOf, AnyCall } from '#shared/contract/define.ts';
import { CallError } from '#web/api/call-error.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useT } from '#web/i18n.ts';
import { useExport } from './ExportButton.tsx';
import { isConflict } from './form-problems.ts';
import { ImportFile } from './ImportFile.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import type { Checked, ImportCalls } from './import-calls.ts';
import styles from './import-dialog.module.css';

interface ImportDialogProps {
  /** Prefix of the columns' word keys. */
  name: string;
  /** How to make the file; the template by default. */
  hint?: string;
  calls: ImportCalls;
  /** Export name of the refused rows; if set, the good rows can be imported without them. */
  problems?: string;
  refresh: readonly AnyCall[];
  onClosed(): void;
}

/** Import in three steps: choose file, preview, result. The confirmed rows are stored in one transaction. */
export function ImportDialog({ name, hint, calls, problems, refresh, onClosed }: ImportDialogProps) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const [checked, setChecked] = useState<Checked>();
  const [done, setDone] = useState<AnswerOf<ImportCalls['run']>>();
  const { confirm, pending } = useConfirmed(calls, refresh, setChecked, setDone);
  const close = () => setOpen(false);

  const step = done ? 2 : checked ? 1 : 0;
  const isPartial = checked !== undefined && checked.bad > 0 && problems !== undefined;
  const news = checked?.rows.filter((row) => row.problems.length === 0 && row.becomes !== 'unchanged');
  const count = news?.length ?? 0;
  const errorFile = checked && problems && checked.bad > 0 && (
    <ErrorFile name={name} problems={problems} file_id={checked.file_id} />
  );
  return (
    <Modal
      open={open}
      title={t('lists.import_title', { what: t.tx(`${name}.imported`) })}
      width={920}
      onCancel={close}
      afterClose={onClosed}
      // A click outside must not discard a checked file.
      mask={{ closable: step !== 1 }}
      footer={
        checked && !done ? (
          <Space wrap className={styles.footer}>
            {errorFile}
            <Button onClick={() => setChecked(undefined)}>{t('lists.import_other_file')}</Button>
            <Tooltip title={checked.bad > 0 && !problems && t('lists.import_all_or_nothing')}>
              <Button
                type={isPartial ? 'default' : 'primary'}
                disabled={(checked.bad > 0 && !problems) || count === 0}
                loading={pending}
                onClick={() => void confirm(checked)}
              >
                {t(isPartial ? 'lists.import_leave' : 'lists.import_confirm', { count })}
              </Button>
            </Tooltip>
          </Space>
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
      {step === 0 && <ImportFile name={name} hint={hint} calls={calls} onChecked={setChecked} />}
      {step === 1 && checked && (
        <ImportPreview name={name} checked={checked} leavesBad={problems !== undefined} />
      )}
      {done && (
        <Result
          status={checked?.bad ? 'warning' : 'success'}
          title={
            done.changed === undefined
              ? t('lists.import_done', { count: done.added })
              : t('lists.import_done_changed', {
                  ...{ added: done.added, changed: done.changed, unchanged: done.unchanged ?? 0 },
                })
          }
          subTitle={
            checked?.bad ? t('lists.import_left', { count: checked.bad }) : t('lists.import_done_hint')
          }
          extra={errorFile}
        />
      )}
    </Modal>
  );
}

/** Imports what the preview showed. If the data have changed since, the file is checked and shown again. */
function useConfirmed(
  calls: ImportCalls,
  refresh: readonly AnyCall[],
  setChecked: (checked: Checked) => void,
  setDone: (done: AnswerOf<ImportCalls['run']>) => void,
) {
  const t = useT();
  const toast = useToast();
  const run = useAction(calls.run, { refresh, shows: isConflict });
  const preview = useAction(calls.preview);
  const confirm = async ({ file_id, basis, bad }: Checked) => {
    try {
      setDone(await run.run({ file_id, basis, ...(bad > 0 && { leave_bad: true }) }));
    } catch (error) {
      if (!(error instanceof CallError) || !isConflict(error)) return;
      const again = await preview.run({ file_id }).catch(() => undefined);
      if (!again) return;
      setChecked({ ...again, file_id });
      toast.warning(t('lists.import_checked_again'));
    }
  };
  return { confirm, pending: run.pending || preview.pending };
}

/** Downloads the refused rows with their reasons. */
function ErrorFile({ name, problems, file_id }: { name: string; problems: string; file_id: number }) {
  const t = useT();
  const { run, pending } = useExport();
  const title = t('lists.import_problem_file', { what: t.tx(`${name}.imported`) });
  const fetchIt = () => run({ name: problems, title, query: { file_id }, columns: ['reason'] }, 'xlsx');
  return (
    <Button
      type="primary"
      icon={<DownloadOutlined />}
      loading={pending}
      onClick={() => void fetchIt().catch(() => undefined)}
    >
      {t('lists.import_fetch_problems')}
    </Button>
  );
}
