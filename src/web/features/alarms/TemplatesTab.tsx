import { Segmented } from 'antd';
import { alarmTemplates } from '#shared/contract/alarms/telling.ts';
import { type TemplateEvent, templateEvents } from '#shared/domain/alarm-template.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import { PickList } from '#web/ui/PickList.tsx';
import { useAddress } from '#web/ui/useAddress.ts';
import { TemplateEditor } from './TemplateEditor.tsx';
import styles from './templates.module.css';

/** Message templates, one event and language at a time, with a preview. */
export function TemplatesTab() {
  const t = useT();
  const ownLanguage = useLanguage();
  const { params, change } = useAddress();
  const answer = useCall(alarmTemplates.data, {});
  const templates = answer.data?.data_info;
  if (!templates)
    return answer.error ? (
      <ListError error={answer.error} onRetry={() => void answer.refetch()} />
    ) : (
      <ListSkeleton />
    );
  const event = templateEvents.find((one) => one === params.get('event')) ?? 'raised';
  const language = (['zh', 'en'] as const).find((one) => one === params.get('text')) ?? ownLanguage;
  const isOwn = (one: TemplateEvent) => templates.some(({ event, version }) => event === one && version > 0);
  const template = templates.find((one) => one.event === event && one.language === language);
  return (
    <div className={styles.templates}>
      <nav aria-label={t('alarmTemplates.event')}>
        <PickList
          items={templateEvents.map((one, id) => ({
            id,
            name: t(`alarmTemplates.event_${one}`),
            note: isOwn(one) ? t('alarmTemplates.own') : '',
          }))}
          picked={templateEvents.indexOf(event)}
          onPick={(id) => change({ event: templateEvents[id] })}
        />
      </nav>
      <section className={styles.sheet} aria-label={t(`alarmTemplates.event_${event}`)}>
        <header>
          <p className={styles.soft}>{t('alarmTemplates.hint')}</p>
          <Segmented
            aria-label={t('alarmTelling.language')}
            value={language}
            onChange={(text) => change({ text })}
            options={(['zh', 'en'] as const).map((one) => ({
              value: one,
              label: t(`alarmTelling.language_${one}`),
            }))}
          />
        </header>
        {template && <TemplateEditor key={`${event} ${language} ${template.version}`} template={template} />}
      </section>
    </div>
  );
}
