import { CheckCircleFilled, CopyOutlined } from '@ant-design/icons';
import { Button, Progress } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import { type FirstStep, firstStep, firstSteps } from '#shared/contract/home/first-steps.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import { useCopy } from '#web/ui/useCopy.ts';
import styles from './first-steps.module.css';

type Steps = AnswerOf<typeof firstSteps.data>;

/** Short enough to show the first packet as it arrives. */
const lookAgainMs = 5000;
const LOCAL = /^(localhost|127\.|\[?::1)/;

/** Page of each step. The first packet has none: it is waited for. */
const places: Partial<Record<FirstStep, string>> = {
  title: '/assistconfigs/platform?tab=settings',
  mail: '/assistconfigs/platform?tab=settings',
  product_line: '/siteconfigs/productlines',
  site: '/siteconfigs/sites',
};

/** Checklist of a new instance, until completed or dismissed. */
export function FirstSteps() {
  const may = useMay(firstSteps.data.needs);
  const { data } = useCall(firstSteps.data, {}, { enabled: may, refetchMs: lookAgainMs });
  if (!data || data.dismissed || data.done.length === firstStep.options.length) return null;
  return <Checklist steps={data} />;
}

function Checklist({ steps }: { steps: Steps }) {
  const t = useT();
  const mayDismiss = useMay(firstSteps.dismiss.needs);
  const dismiss = useAction(firstSteps.dismiss, { refresh: [firstSteps.data], done: 'firstSteps.dismissed' });
  const total = firstStep.options.length;
  const done = steps.done.length;
  return (
    <section className={styles.card} aria-label={t('firstSteps.title')}>
      <header>
        <h2>{t('firstSteps.title')}</h2>
        <span>{t('firstSteps.progress', { done, total })}</span>
      </header>
      <Progress percent={Math.round((done / total) * 100)} showInfo={false} size="small" />
      <ol>
        {firstStep.options.map((step) => (
          <Step key={step} step={step} done={steps.done.includes(step)}>
            {step === 'packet' && <Packet steps={steps} />}
          </Step>
        ))}
      </ol>
      {mayDismiss && (
        <Button type="link" size="small" loading={dismiss.pending} onClick={() => void dismiss.run({})}>
          {t('firstSteps.dismiss')}
        </Button>
      )}
    </section>
  );
}

function Step({ step, done, children }: { step: FirstStep; done: boolean; children: ReactNode }) {
  const t = useT();
  const place = places[step];
  return (
    <li data-done={done}>
      {done ? <CheckCircleFilled className={styles.done} /> : <i className={styles.open} aria-hidden />}
      <div>
        <span>{t(step === 'title' ? 'firstSteps.title_step' : `firstSteps.${step}`)}</span>
        {!done && place && <Link to={place}>{t('firstSteps.go')}</Link>}
        {step === 'mail' && !done && <p>{t('firstSteps.mail_hint')}</p>}
        {children}
      </div>
    </li>
  );
}

/** Address to configure in a logger, and the first packet received. */
function Packet({ steps: { gateway, heard } }: { steps: Steps }) {
  const t = useT();
  const language = useLanguage();
  const copy = useCopy();
  const host = gateway.address ?? window.location.hostname;
  const address = `${host.includes(':') ? `[${host.replace(/[[\]]/g, '')}]` : host}:${gateway.port}`;
  return (
    <div className={styles.gateway}>
      <p>{t('firstSteps.gateway')}</p>
      <div className={styles.address}>
        <code>{address}</code>
        <Button
          size="small"
          icon={<CopyOutlined />}
          aria-label={t('firstSteps.copy')}
          onClick={() => void copy(address)}
        />
      </div>
      <p>{t('firstSteps.gateway_hint')}</p>
      {gateway.tls_port !== null && <p>{t('firstSteps.gateway_tls', { port: gateway.tls_port })}</p>}
      {gateway.address === null && (
        <p>
          {t(LOCAL.test(host) ? 'firstSteps.gateway_local' : 'firstSteps.gateway_guess')}{' '}
          <Link to="/assistconfigs/platform?tab=settings">{t('firstSteps.go')}</Link>
        </p>
      )}
      <p role="status" className={heard ? styles.heard : undefined}>
        {heard
          ? t('firstSteps.packet_heard', { mn: heard.mn, at: showTime(heard.at, language) })
          : t('firstSteps.packet_waiting')}{' '}
        {heard && !heard.registered && (
          <Link to="/countercharges/originaldata?view=unregistered">{t('firstSteps.adopt')}</Link>
        )}
      </p>
    </div>
  );
}
