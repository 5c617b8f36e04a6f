import { Table } from 'antd';
import { Link } from 'react-router';
import type { AirSite, WhyHour, WhyItem } from '#shared/contract/air.ts';
import { packets } from '#shared/contract/packets.ts';
import { pollutantFacts, pollutantOf } from '#shared/domain/pollutants.ts';
import { type T, useLanguage, useT } from '#web/i18n.ts';
import { useMay } from '#web/shell/powers.ts';
import { Status } from '#web/ui/Status.tsx';
import { periodText } from './air-words.ts';

const hourMs = 3_600_000;
/** The hour's own packet comes a little after it. */
const lateMs = 600_000;

/** The hours of a figure, with the way to their minutes and to the packets that brought them. */
export function WhyHours({ item, site }: { item: WhyItem; site: AirSite }) {
  const t = useT();
  const language = useLanguage();
  const mayPackets = useMay(packets.list.needs);
  const pollutant = pollutantOf(item.figure);
  const { unit, decimals } = pollutantFacts[pollutant];
  return (
    <Table<WhyHour>
      size="small"
      rowKey="ts"
      pagination={false}
      scroll={{ x: 'max-content' }}
      dataSource={item.hours}
      columns={[
        { key: 'ts', title: t('air.time'), render: (_value, { ts }) => periodText(language, 'hour', ts) },
        {
          key: 'value',
          title: unit,
          align: 'end',
          // One more than is published: from these the mean is made.
          render: (_value, { value }) => value?.toFixed(decimals + 1) ?? '–',
        },
        {
          key: 'members',
          title: t('air.why_members'),
          align: 'end',
          render: (_value, { valid, expected }) => (expected > 1 ? `${valid}/${expected}` : '–'),
        },
        {
          key: 'state',
          title: t('air.why_counts'),
          render: (_value, hour) => (
            <Status tone={hour.left_out ? 'bad' : 'good'}>{stateText(t, hour)}</Status>
          ),
        },
        {
          key: 'links',
          title: t('air.why_source'),
          render: (_value, { ts }) => (
            <>
              <Link to={minutesOf(site, ts)}>{t('air.why_minutes')}</Link>
              {mayPackets && (
                <>
                  {' · '}
                  <Link to={packetsOf(site, ts)}>{t('air.why_packets')}</Link>
                </>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

function stateText(t: T, { left_out, flag, valid, expected, needed }: WhyHour): string {
  switch (left_out) {
    case null:
      return t('air.why_in');
    case 'missing':
      return t('air.why_missing');
    case 'few':
      return t('air.why_few', { valid, expected, needed });
    case 'flag': {
      const word = `wire.flag_${flag}`;
      return t('air.why_flag', { flag, meaning: t.has(word) ? t.tx(word) : '?' });
    }
  }
}

const iso = (ms: number) => new Date(ms).toISOString();

function minutesOf({ mn }: AirSite, ts: string): string {
  const query = { tab: 'measured', data_type: 'minute', from: ts, to: iso(Date.parse(ts) + hourMs) };
  return `/sites/${encodeURIComponent(mn)}?${new URLSearchParams(query)}`;
}

function packetsOf({ site_id }: AirSite, ts: string): string {
  const query = {
    site_id: String(site_id),
    received_at_from: ts,
    received_at_to: iso(Date.parse(ts) + hourMs + lateMs),
  };
  return `/countercharges/originaldata?${new URLSearchParams(query)}`;
}
