import { Alert, Button, Space } from 'antd';
import { Link } from 'react-router';
import {
  type HeldGroup,
  heldActions,
  heldPackets,
  heldReason,
  heldState,
} from '#shared/contract/packets/held.ts';
import { useMay } from '#web/api/powers.ts';
import { useAction } from '#web/api/useAction.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { DataTable } from '#web/ui/DataTable.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { useConfirm } from '#web/ui/useConfirm.ts';
import { useList } from '#web/ui/useList.ts';
import { useOpened } from '#web/ui/useOpened.tsx';
import { siteFilter } from '#web/widgets/filters.tsx';
import { useHeld, useHeldText } from '#web/widgets/useHeld.ts';
import { CorrectTime } from './CorrectTime.tsx';
import styles from './packets.module.css';

/** Packets with a wrong time: stored with a corrected time or discarded, per site and reason. */
export function HeldList() {
  const t = useT();
  const list = useList(heldPackets);
  const groups = useHeld(list.query.site_id as number | undefined);
  const correcting = useOpened<HeldGroup>();
  return (
    <>
      <p className={styles.hint}>{t('heldPackets.hint')}</p>
      <Space orientation="vertical" className={styles.groups}>
        {groups.map((group) => (
          <Group key={`${group.site_id} ${group.reason}`} group={group} onCorrect={correcting.open} />
        ))}
      </Space>
      <DataTable
        list={list}
        rowKey="held_id"
        columns={[
          {
            key: 'site_name',
            show: ({ mn, site_name }) => <Link to={`/sites/${encodeURIComponent(mn)}`}>{site_name}</Link>,
          },
          'mn',
          'reason',
          'data_type',
          'ts',
          'received_at',
          'state',
          { key: 'taken_ts', rare: list.query.state !== 'taken' },
          { key: 'shift_seconds', rare: true },
          { key: 'decided_at', rare: true },
          { key: 'decided_by', rare: true },
          {
            key: 'raw',
            sortable: false,
            show: ({ raw }) => <code className={styles.line}>{raw}</code>,
          },
        ]}
        filters={[
          siteFilter,
          { key: 'reason', choices: heldReason.options },
          { key: 'state', choices: heldState.options },
          { key: 'taken_ts', as: 'range' },
        ]}
      />
      {correcting.show((group) => (
        <CorrectTime group={group} onClosed={correcting.closed} />
      ))}
    </>
  );
}

interface GroupProps {
  group: HeldGroup;
  onCorrect(group: HeldGroup): void;
}

function Group({ group, onCorrect }: GroupProps) {
  const t = useT();
  const language = useLanguage();
  const ask = useConfirm();
  const text = useHeldText();
  const mayDecide = useMay(heldActions.take.needs);
  const discard = useAction(heldActions.discard, {
    refresh: [heldPackets.list, heldActions.groups],
    done: 'common.done',
  });
  const { site_id, site_name, reason, packets } = group;
  const question = {
    title: t('heldPackets.discard_title', { count: packets }),
    text: t('heldPackets.discard_text'),
    ok: t('heldPackets.discard'),
    danger: true,
  };
  return (
    <Alert
      type="warning"
      showIcon
      title={`${site_name} · ${text(group)}`}
      description={t('heldPackets.span', {
        from: showTime(group.ts_from, language),
        to: showTime(group.ts_to, language),
        received: showTime(group.received_to, language),
      })}
      action={
        mayDecide && (
          <Space>
            <Button size="small" type="primary" onClick={() => onCorrect(group)}>
              {t('heldPackets.correct')}
            </Button>
            <Button size="small" onClick={() => ask(question, () => discard.run({ site_id, reason }))}>
              {t('heldPackets.discard')}
            </Button>
          </Space>
        )
      }
    />
  );
}
