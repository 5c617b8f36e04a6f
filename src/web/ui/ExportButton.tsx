import { DownloadOutlined } from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { jobs } from '#shared/contract/platform/jobs.ts';
import { useToast } from '#web/api/toasts.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ExportProgress } from './ExportProgress.tsx';

interface Exported {
  /** Name of the list or table on the server. */
  name: string;
  title: string;
  query: Record<string, unknown>;
  columns: readonly string[];
}

/** Starts an export, whose progress stays visible when the page is left. */
export function useExport() {
  const language = useLanguage();
  const { notification } = App.useApp();
  // The call must survive leaving the page.
  const start = useAction(jobs.startExport, { shell: true });

  const run = async ({ name, title, query: asked, columns }: Exported, format: 'xlsx' | 'csv') => {
    const { page_index: _page, page_size: _size, ...query } = asked;
    const { job_id } = await start.run({ listing: name, format, language, columns: [...columns], query });
    const key = `export-${job_id}`;
    notification.open({
      key,
      duration: false,
      placement: 'bottomRight',
      description: <ExportProgress jobId={job_id} title={title} onClose={() => notification.destroy(key)} />,
    });
  };
  return { run, pending: start.pending };
}

interface ExportButtonProps extends Exported {
  /** True if there are no rows to export. */
  isEmpty: boolean;
  /** The same data in a second format, if there is one. */
  also?: Exported & { labels: Record<'xlsx' | 'csv', string> };
}

/** Exports all matching rows with the visible columns. */
export function ExportButton({ isEmpty, also, ...what }: ExportButtonProps) {
  const t = useT();
  const toast = useToast();
  const { run, pending } = useExport();

  const choose = async (key: string) => {
    if (isEmpty) return toast.warning(t('details.export_empty'));
    const [form, format] = key.split(' ');
    await run(form === 'also' && also ? also : what, format === 'csv' ? 'csv' : 'xlsx');
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'plain xlsx', label: t('common.export_excel') },
          { key: 'plain csv', label: t('common.export_csv') },
          ...(also
            ? [
                { type: 'divider' as const },
                { key: 'also xlsx', label: also.labels.xlsx },
                { key: 'also csv', label: also.labels.csv },
              ]
            : []),
        ],
        // `useAction` has already shown the error.
        onClick: ({ key }) => void choose(key).catch(() => undefined),
      }}
    >
      <Button
        type="text"
        icon={<DownloadOutlined />}
        title={t('common.export')}
        aria-label={t('common.export')}
        loading={pending}
      />
    </Dropdown>
  );
}
