import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { Button, Checkbox, Segmented, Select } from 'antd';
import { Link } from 'react-router';
import type { AnswerOf } from '#shared/contract/define.ts';
import { duty } from '#shared/contract/groups/duty.ts';
import { dutyCalendar } from '#shared/contract/groups/duty-calendar.ts';
import { userGroups } from '#shared/contract/groups/groups.ts';
import { orderCalendar } from '#shared/contract/work-orders/calendar.ts';
import { formatTime } from '#shared/domain/time.ts';
import { isIsoDate } from '#shared/domain/validators.ts';
import { refetchMs } from '#web/api/freshness.ts';
import { useMay } from '#web/api/powers.ts';
import { useCall } from '#web/api/useCall.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Answered } from '#web/ui/Answered.tsx';
import { EmptyState } from '#web/ui/ListStates.tsx';
import { Page } from '#web/ui/Page.tsx';
import { searchedByLabel } from '#web/ui/searched.ts';
import { showDate } from '#web/ui/show-time.ts';
import { useAddress } from '#web/ui/useAddress.ts';
import { DutyCalendar } from './DutyCalendar.tsx';
import styles from './duty-calendar.module.css';
import { type DutyView, shownDates, viewAfter } from './duty-days.ts';

type Groups = AnswerOf<typeof dutyCalendar.groups>['data_info'];

/** Duty calendar by month or week. Group, view and date are in the URL. */
export function DutyPage() {
  const t = useT();
  const groups = useCall(dutyCalendar.groups, {}, { refetchMs });
  return (
    <Page hint={t('dutyCalendar.hint')}>
      <Answered answer={groups}>
        {({ data_info }) => (data_info.length === 0 ? <NoGroups /> : <GroupDuty groups={data_info} />)}
      </Answered>
    </Page>
  );
}

function NoGroups() {
  const t = useT();
  const mayAdd = useMay(userGroups.add.needs);
  if (!mayAdd)
    return <EmptyState title={t('dutyCalendar.no_groups')} hint={t('dutyCalendar.no_groups_hint')} />;
  return (
    <EmptyState title={t('dutyCalendar.none_yet')} hint={t('dutyCalendar.none_yet_hint')}>
      <Link to="/userconfigs/usergroups">{t('dutyCalendar.add_group')}</Link>
    </EmptyState>
  );
}

function GroupDuty({ groups }: { groups: Groups }) {
  const t = useT();
  const language = useLanguage();
  const shown = (day: string) => showDate(day, language);
  const { params, numbers, change } = useAddress();
  const [asked] = numbers('group');
  const group = groups.find(({ user_group_id }) => user_group_id === asked) ?? groups[0];
  const today = formatTime(new Date(), 'yyyy-MM-dd');
  const wanted = params.get('date') ?? '';
  const date = isIsoDate(wanted) ? wanted : today;
  const view: DutyView = params.get('view') === 'week' ? 'week' : 'month';
  const mine = params.get('mine') === '1';
  const { from, to } = shownDates(view, date);
  const user_group_id = group?.user_group_id ?? 0;
  const answer = useCall(dutyCalendar.data, { user_group_id, from, to }, { keepPrevious: true });
  const names = group?.now.map(({ real_name }) => real_name).join(t('lists.between'));
  const go = (steps: number) => change({ date: viewAfter(view, date, steps) });
  return (
    <>
      <div className={styles.bar}>
        <Select
          className={styles.group}
          aria-label={t('dutyCalendar.user_group_id')}
          value={user_group_id}
          onChange={(chosen) => change({ group: chosen })}
          showSearch={searchedByLabel}
          options={groups.map((one) => ({ value: one.user_group_id, label: one.user_group_name }))}
        />
        <span className={styles.leaf}>
          <Button icon={<LeftOutlined />} aria-label={t('dutyCalendar.earlier')} onClick={() => go(-1)} />
          <Button onClick={() => change({ date: undefined })}>{t('dutyCalendar.today')}</Button>
          <Button icon={<RightOutlined />} aria-label={t('dutyCalendar.later')} onClick={() => go(1)} />
        </span>
        <strong>{view === 'month' ? shown(date.slice(0, 7)) : `${shown(from)} – ${shown(to)}`}</strong>
        <Segmented
          value={view}
          onChange={(chosen) => change({ view: chosen === 'month' ? undefined : chosen })}
          options={(['month', 'week'] as const).map((value) => ({
            value,
            label: t(`dutyCalendar.view_${value}`),
          }))}
        />
        {group?.is_member && (
          <Checkbox
            checked={mine}
            onChange={({ target }) => change({ mine: target.checked ? 1 : undefined })}
          >
            {t('dutyCalendar.only_mine')}
          </Checkbox>
        )}
        <DutyLinks user_group_id={user_group_id} />
      </div>
      <p className={styles.now} data-nobody={!names}>
        {names ? t('dutyCalendar.now', { names }) : t('dutyCalendar.now_nobody')}
      </p>
      <Answered answer={answer}>
        {(calendar) => (
          <DutyCalendar
            user_group_id={user_group_id}
            calendar={calendar}
            month={view === 'month' ? date.slice(0, 7) : undefined}
            today={today}
            mine={mine}
          />
        )}
      </Answered>
    </>
  );
}

/** Links to edit the weekly roster and the holidays, if permitted. */
function DutyLinks({ user_group_id }: { user_group_id: number }) {
  const t = useT();
  const mayWeek = useMay(duty.set.needs);
  const mayHolidays = useMay(orderCalendar.set.needs);
  return (
    <span className={styles.links}>
      {mayWeek && (
        <Link to={`/userconfigs/usergroupmanagement?group=${user_group_id}&tab=duty`}>
          {t('dutyCalendar.edit_week')}
        </Link>
      )}
      {mayHolidays && <Link to="/workorder/process?view=calendar">{t('dutyCalendar.edit_holidays')}</Link>}
    </span>
  );
}
