import { Table } from 'antd';
import { packets } from '#shared/contract/packets/packets.ts';
import type { LatestValue } from '#shared/contract/readings/realtime.ts';
import type { AirReport } from '#shared/domain/air-report.ts';
import { aqiBand } from '#shared/domain/aqi-bands.ts';
import type { Medium } from '#shared/domain/standing.ts';
import { reportedWater } from '#shared/domain/water-target.ts';
import { useMay } from '#web/api/powers.ts';
import { useLanguage, useT } from '#web/i18n.ts';
import { Status } from '#web/ui/Status.tsx';
import { showTime } from '#web/ui/show-time.ts';
import { AqiMark } from '#web/widgets/Aqi.tsx';
import { ReadingValue } from '#web/widgets/ReadingValue.tsx';
import { PacketsLink } from '#web/widgets/why/PacketsLink.tsx';
import { WhyFrame } from '#web/widgets/why/WhyFrame.tsx';
import { WhySheet } from '#web/widgets/why/WhySheet.tsx';
import styles from '#web/widgets/why/why.module.css';
import { aqiReason } from '#web/widgets/why/why-words.ts';
import { type Moment, type MomentItem, momentItems } from './moment-items.ts';
import type { Network } from './network.ts';

interface MomentWhyProps {
  network: Network;
  moment: Moment;
  onClosed(): void;
}

/** Calculation of the live index or class: the newest value of each item, as of the click. */
export function MomentWhy({ network, moment, onClosed }: MomentWhyProps) {
  const t = useT();
  const language = useLanguage();
  const mayPackets = useMay(packets.list.needs);
  const { site, medium } = moment.station;
  return (
    <WhyFrame onClosed={onClosed}>
      <WhySheet site={site} basis={t(medium === 'air' ? 'home.basis_live_long' : 'home.basis_water_long')}>
        {moment.air && <AirSum report={moment.air} />}
        {moment.water && <WaterSum moment={moment} />}
        <Table<MomentItem>
          size="small"
          rowKey="name"
          pagination={false}
          scroll={{ x: 'max-content' }}
          dataSource={momentItems(t, network, moment)}
          columns={[
            { key: 'item', title: t('why.item'), dataIndex: 'name' },
            {
              key: 'value',
              title: t('why.value'),
              align: 'end',
              render: (_value, { newest, counts }) =>
                newest && (
                  <>
                    <ReadingValue {...newest} value={shownValue(medium, newest)} counts={counts} />{' '}
                    <span className={styles.soft}>{newest.unit}</span>
                  </>
                ),
            },
            {
              key: 'ts',
              title: t('why.measured_at'),
              render: (_value, { newest }) => newest && showTime(newest.ts, language),
            },
            {
              key: 'result',
              align: 'end',
              title: t(medium === 'air' ? 'air.iaqi' : 'why.class'),
              render: (_value, { result }) => <strong>{result}</strong>,
            },
            {
              key: 'how',
              title: t('why.how'),
              render: (_value, { tone, how }) => (
                <div className={styles.how}>{tone === 'good' ? how : <Status tone={tone}>{how}</Status>}</div>
              ),
            },
            {
              key: 'source',
              title: t('why.source'),
              hidden: !mayPackets,
              render: (_value, { newest }) => newest && <PacketsLink site={site} ts={newest.ts} />,
            },
          ]}
        />
      </WhySheet>
    </WhyFrame>
  );
}

/** Water values are shown as they are assessed: rounded, not cut. */
function shownValue(medium: Medium, { value, decimals }: LatestValue): number | null {
  return medium === 'water' && value !== null ? reportedWater(value, decimals) : value;
}

function AirSum({ report }: { report: AirReport }) {
  const t = useT();
  const band = aqiBand(report.aqi);
  return (
    <section className={styles.sum}>
      <span className={styles.label}>{t('air.aqi')}</span>
      {band ? <AqiMark colour={band.colour}>{report.aqi}</AqiMark> : <strong>{'NA'}</strong>}
      {band && <strong>{t(`standards.band_${band.key}`)}</strong>}
      <span>{aqiReason(t, 'hour', report, report.items)}</span>
    </section>
  );
}

function WaterSum({ moment: { water } }: { moment: Moment }) {
  const t = useT();
  const grade = water?.class ?? null;
  const worst = water?.items.filter((item) => item.class === grade) ?? [];
  const names = worst.map(({ item }) => t.tx(`standards.item_${item}`)).join(t('lists.between'));
  return (
    <p className={styles.sum}>
      <strong>{grade === null ? '–' : t.tx(`standards.class_${grade}`)}</strong>
      {grade === null ? t('why.no_class') : t('why.worst_item', { items: names })}
    </p>
  );
}
