import { CheckOutlined, CloseOutlined } from '@ant-design/icons';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { Explained } from '#shared/contract/packets/packets.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { showTime } from '#web/ui/show-time.ts';
import styles from './explained-packet.module.css';
import { FieldTable } from './FieldTable.tsx';
import { RawFrame } from './RawFrame.tsx';
import { ReadingTable } from './ReadingTable.tsx';
import { Verdict } from './Verdict.tsx';

/** A packet from raw bytes to stored values, with every part explained. */
export function ExplainedPacket({ packet }: { packet: Explained }) {
  const t = useT();
  const language = useLanguage();
  const [pointed, point] = useState<string>();
  const { declared_length, actual_length, crc_given, crc_calculated, site, data_ts, unstored } = packet;
  const isRightCrc = crc_given.toUpperCase() === crc_calculated.toUpperCase();
  return (
    <div className={styles.explained}>
      <RawFrame form={packet.form} text={packet.text} pointed={pointed} onPoint={point} />
      <dl className={styles.facts}>
        <Fact label={t('packets.verdict')}>
          <Verdict verdict={packet.verdict} accepted={packet.accepted} />
        </Fact>
        {packet.form === 'frame' && (
          <>
            <Fact label={t('packets.length')} right={declared_length === actual_length}>
              {t('packets.length_declared', { declared: declared_length ?? '–', actual: actual_length })}
            </Fact>
            <Fact label={t('packets.crc')} right={isRightCrc}>
              {t('packets.crc_both', { given: crc_given || '–', calculated: crc_calculated || '–' })}
            </Fact>
            <Fact label={t('packets.edition')}>{t(`agreements.edition_${packet.edition}`)}</Fact>
          </>
        )}
        <Fact label={t('packets.encoding')}>{t(`packetsPage.encoding_${packet.encoding}`)}</Fact>
        <Fact label={t('packets.site_id')}>
          {site ? (
            <Link to={`/sites/${encodeURIComponent(site.mn)}`}>{site.site_name}</Link>
          ) : (
            t('packetsPage.stranger')
          )}
        </Fact>
      </dl>
      {packet.deviations.length > 0 && (
        <section>
          <h3>{t('packetsPage.deviations', { count: packet.deviations.length })}</h3>
          <ul className={styles.found}>
            {packet.deviations.map(({ deviation, meaning }) => (
              <li key={deviation}>
                {meaning?.[language] ?? deviation}
                <code>{deviation}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      {packet.header.length > 0 && (
        <FieldTable
          title={t('packets.header')}
          fields={packet.header.map((field) => ({ ...field, id: field.name.toUpperCase() }))}
          pointed={pointed}
          onPoint={point}
        />
      )}
      {packet.groups.length > 0 && (
        <FieldTable
          title={t('packets.content')}
          fields={packet.groups.flat().map((field, number) => ({ ...field, id: String(number) }))}
          pointed={pointed}
          onPoint={point}
        />
      )}
      <section>
        <h3>
          {t(unstored ? `packetsPage.unstored_${unstored}` : 'packets.readings')}
          {!unstored && data_ts && (
            <span>{t('packetsPage.stored_under', { time: showTime(data_ts, language) })}</span>
          )}
        </h3>
        {packet.readings.length > 0 ? (
          <ReadingTable readings={packet.readings} />
        ) : (
          <p className={styles.none}>{t('packets.no_readings')}</p>
        )}
      </section>
    </div>
  );
}

function Fact({ label, right, children }: { label: string; right?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {right !== undefined &&
          (right ? <CheckOutlined className={styles.right} /> : <CloseOutlined className={styles.wrong} />)}
        {children}
      </dd>
    </div>
  );
}
