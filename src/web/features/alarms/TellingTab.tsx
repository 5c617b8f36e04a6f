import { Checkbox } from 'antd';
import { alarmRoutes } from '#shared/contract/alarms/recipients.ts';
import { alarmTelling } from '#shared/contract/alarms/telling.ts';
import { useCall } from '#web/api/useCall.ts';
import { useT } from '#web/i18n.ts';
import { SettingsForm } from '#web/pages/SettingsForm.tsx';
import { ChannelTest } from './ChannelTest.tsx';
import { PlaceName } from './PlaceInputs.tsx';
import { RuleHoursInput } from './RuleHoursInput.tsx';
import styles from './telling.module.css';
import { useRouteWords } from './useRouteWords.ts';

/** Quiet hours when they are added. */
const night = ['22:00', '07:00'] as const;

/** Settings of notifications: escalation, quiet hours and grouping. */
export function TellingTab() {
  const t = useT();
  return (
    <SettingsForm
      name="alarmTelling"
      calls={alarmTelling}
      sections={[
        { title: 'ladder', fields: [], more: () => <Ladder /> },
        {
          title: 'quiet',
          fields: [
            {
              key: 'quiet_hours',
              editor: (
                <RuleHoursInput
                  label={t('alarmTelling.quiet_hours')}
                  none={t('alarmTelling.quiet_none')}
                  initial={night}
                />
              ),
              needed: () => false,
            },
            { key: 'quiet_levels', editor: <LevelsInput />, needed: () => false },
          ],
        },
        {
          title: 'storm',
          fields: [{ key: 'storm_count' }, { key: 'storm_minutes' }, { key: 'gather_seconds' }],
        },
        {
          title: 'message',
          fields: [{ key: 'language', choices: ['both', 'zh', 'en'] }, { key: 'link_base' }],
        },
        { title: 'test', fields: [], more: () => <ChannelTest /> },
      ]}
    />
  );
}

/** Routes by escalation delay. */
function Ladder() {
  const t = useT();
  const words = useRouteWords();
  const { data } = useCall(alarmRoutes.list, { enabled: true, page_size: 1000 });
  const routes = data?.data_info ?? [];
  const waits = [...new Set(routes.map(({ after_minutes }) => after_minutes))].sort((a, b) => a - b);
  return (
    <>
      <p className={styles.soft}>{t('alarmTelling.ladder_hint')}</p>
      {data?.total === 0 && <p>{t('alarmTelling.ladder_none')}</p>}
      <ol className={styles.ladder}>
        {waits.map((minutes) => (
          <li key={minutes}>
            <b>{minutes === 0 ? t('alarmRoutes.at_once') : t('alarmRoutes.after', { minutes })}</b>
            <ul>
              {routes
                .filter(({ after_minutes }) => after_minutes === minutes)
                .map((route) => (
                  <li key={route.route_id}>
                    <strong>{route.route_name}</strong>
                    <PlaceName place={route} />
                    <span>{words.kinds(route)}</span>
                    <span>
                      {[...words.people(route), ...words.ways(route)].join(t('alarmRoutes.separator'))}
                    </span>
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
    </>
  );
}

function LevelsInput({ value, onChange }: { value?: string[]; onChange?(levels: string[]): void }) {
  const t = useT();
  return (
    <Checkbox.Group
      value={value}
      onChange={onChange}
      options={(['warning', 'alarm'] as const).map((level) => ({
        value: level,
        label: t(`alarmLog.level_${level}`),
      }))}
    />
  );
}
