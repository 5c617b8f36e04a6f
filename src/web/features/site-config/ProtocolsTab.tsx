import {
  ackPolicy,
  agreements,
  crcMode,
  edition,
  minuteSteps,
  periodLabel,
  textEncoding,
} from '#shared/contract/site-config/agreements.ts';
import { useT } from '#web/i18n.ts';
import { ResourceList } from '#web/pages/ResourcePage.tsx';
import { CodeMap } from './CodeMap.tsx';
import styles from './protocols.module.css';
import { Sentinels } from './Sentinels.tsx';
import { SiteCount } from './SiteCount.tsx';
import { TryPacket } from './TryPacket.tsx';

interface ProtocolsTabProps {
  /** Opens the commands of a protocol. */
  onCommands(agreement_id: number): void;
}

export function ProtocolsTab({ onCommands }: ProtocolsTabProps) {
  const t = useT();
  return (
    <ResourceList
      resource={agreements}
      columns={[
        'agreement_name',
        'edition',
        'crc_mode',
        'accept_wrong_length',
        'label',
        'ack',
        'check_password',
        {
          key: 'sentinels',
          sortable: false,
          rare: true,
          show: ({ sentinels }) => sentinels.join(', ') || '–',
        },
        { key: 'minute_step', rare: true },
        { key: 'encoding', rare: true },
        { key: 'codes', sortable: false, show: ({ codes }) => codes.length },
        {
          key: 'site_count',
          show: ({ agreement_id, site_count }) => (
            <SiteCount count={site_count} by="agreement_id" id={agreement_id} />
          ),
        },
        { key: 'remark', rare: true },
        { key: 'updated_at', rare: true },
      ]}
      filters={[{ key: 'edition', choices: edition.options }]}
      form={[
        'agreement_name',
        { key: 'edition', choices: edition.options },
        { key: 'crc_mode', choices: crcMode.options },
        'accept_wrong_length',
        { key: 'label', choices: periodLabel.options },
        { key: 'minute_step', choices: minuteSteps, when: ({ label }) => label === 'end' },
        { key: 'ack', choices: ackPolicy.options },
        'check_password',
        { key: 'encoding', choices: textEncoding.options },
        { key: 'sentinels', editor: <Sentinels /> },
        { key: 'codes', editor: <CodeMap /> },
        { key: 'remark', as: 'textarea' },
      ]}
      formWidth={760}
      belowForm={<TryPacket />}
      rowActions={({ agreement_id }) => [
        { label: t('agreements.commands'), run: () => onCommands(agreement_id) },
      ]}
      frame={(add, list) => (
        <>
          <div className={styles.bar}>
            <span />
            {add}
          </div>
          {list}
        </>
      )}
    />
  );
}
