import { DownloadOutlined } from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { jobs } from '#shared/contract/platform.ts';
import { useNotice } from '#web/api/notices.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ExportProgress } from './ExportProgress.tsx';

interface ExportButtonProps {
  /** What the server knows the list or table by. */
  name: string;
  title: string;
  query: Record<string, unknown>;
  columns: readonly string[];
  /** Known to have no rows. */
  isEmpty: boolean;
}

/** All rows that match, in the shown columns. The work goes on, and stays in sight, when the page is left. */
export function ExportButton({ name, title, query: asked, columns, isEmpty }: ExportButtonProps) {
  const t = useT();
  const language = useLanguage();
  const notice = useNotice();
  const { notification } = App.useApp();
  // The question must not die with the page that asked it.
  const start = useAction(jobs.startExport, { shell: true });

  const run = async (format: 'xlsx' | 'csv') => {
    if (isEmpty) return notice.warning(t('details.export_empty'));
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
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'xlsx', label: t('common.export_excel') },
          { key: 'csv', label: t('common.export_csv') },
        ],
        // `useAction` has already said what went wrong.
        onClick: ({ key }) => void run(key === 'csv' ? 'csv' : 'xlsx').catch(() => undefined),
      }}
    >
      <Button
        type="text"
        icon={<DownloadOutlined />}
        title={t('common.export')}
        aria-label={t('common.export')}
        loading={start.pending}
      />
    </Dropdown>
  );
}
