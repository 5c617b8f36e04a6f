import { DownloadOutlined } from '@ant-design/icons';
import { App, Button, Dropdown } from 'antd';
import { jobs } from '#shared/contract/platform.ts';
import { useNotice } from '#web/api/notices.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ExportProgress } from './ExportProgress.tsx';
import type { List } from './useList.ts';

interface ExportButtonProps<Row> {
  list: List<Row>;
  columns: readonly string[];
}

/** All rows that match, in the shown columns. The work goes on, and stays in sight, when the page is left. */
export function ExportButton<Row>({ list, columns }: ExportButtonProps<Row>) {
  const t = useT();
  const language = useLanguage();
  const notice = useNotice();
  const { notification } = App.useApp();
  // The question must not die with the page that asked it.
  const start = useAction(jobs.startExport, { shell: true });
  const { name } = list.listing;

  const run = async (format: 'xlsx' | 'csv') => {
    if (list.rows && list.total === 0) return notice.warning(t('details.export_empty'));
    const { page_index: _page, page_size: _size, ...query } = list.query;
    const { job_id } = await start.run({ listing: name, format, language, columns: [...columns], query });
    const key = `export-${job_id}`;
    notification.open({
      key,
      duration: false,
      placement: 'bottomRight',
      description: (
        <ExportProgress
          jobId={job_id}
          title={t.tx(`${name}.title`)}
          onClose={() => notification.destroy(key)}
        />
      ),
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
