import { ConfigProvider } from 'antd';
import { useState } from 'react';
import { useParams } from 'react-router';
import { faultReports } from '#shared/contract/work-orders/requests.ts';
import { CallError } from '#web/api/call-error.ts';
import { explain } from '#web/api/explain.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { PublicPage } from '#web/shell/PublicPage.tsx';
import { StateButton, StatePage } from '#web/shell/StatePage.tsx';
import { antdTheme } from '#web/theme/antd-theme.ts';
import { useTheme } from '#web/theme/theme.ts';
import { kitButtons } from '#web/ui/kit-buttons.tsx';
import { localName } from '#web/ui/local-name.ts';
import { FaultReportForm } from './FaultReportForm.tsx';
import styles from './fault-report.module.css';

/** Public page that the QR code of a station leads to. */
export function FaultReportPage() {
  const t = useT();
  const theme = useTheme();
  const { token = '' } = useParams();
  return (
    <ConfigProvider theme={antdTheme(theme, undefined)} button={kitButtons}>
      <PublicPage narrow title={t('faultReport.title')}>
        <Report token={token} />
      </PublicPage>
    </ConfigProvider>
  );
}

function Report({ token }: { token: string }) {
  const t = useT();
  const language = useLanguage();
  const [number, setNumber] = useState<number>();
  const { data, error } = useCall(faultReports.look, { token }, { shell: true });
  const isGone = error instanceof CallError && error.fault === 'no_data';
  if (error && !data)
    return (
      <StatePage
        kind="error"
        title={t(isGone ? 'faultReport.gone' : 'common.load_failed')}
        hint={isGone ? t('faultReport.gone_hint') : explain(t, error)}
      />
    );
  if (!data) return <p role="status">{t('common.loading')}</p>;
  if (number !== undefined)
    return (
      <div className={styles.thanks} role="status">
        <h2>{t('faultReport.thanks')}</h2>
        <p>{t('faultReport.thanks_hint', { number })}</p>
        <StateButton onClick={() => setNumber(undefined)}>{t('faultReport.again')}</StateButton>
      </div>
    );
  return (
    <FaultReportForm token={token} site_name={localName(data, 'site_name', language)} onSent={setNumber} />
  );
}
