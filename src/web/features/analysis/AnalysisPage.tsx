import { FileTextOutlined } from '@ant-design/icons';
import { Badge, Button } from 'antd';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { useT } from '#web/i18n.ts';
import { Page } from '#web/ui/Page.tsx';
import { ChartReportSheet } from './ChartReportSheet.tsx';
import { useChartReport } from './chart-report.ts';

/** Analysis page, with the chart report that all analysis pages share. */
export function AnalysisPage({ hint, children }: { hint: string; children: ReactNode }) {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const { figures } = useChartReport();
  const show = (isShown: boolean) =>
    setParams((old) => {
      const next = new URLSearchParams(old);
      if (isShown) next.set('report', '1');
      else next.delete('report');
      return next;
    });
  if (params.has('report')) return <ChartReportSheet onBack={() => show(false)} />;
  return (
    <Page
      hint={hint}
      actions={
        <Badge count={figures.length} size="small">
          <Button icon={<FileTextOutlined />} onClick={() => show(true)}>
            {t('chartReport.report')}
          </Button>
        </Badge>
      }
    >
      {children}
    </Page>
  );
}
