import { Segmented, Tabs } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { printedFormula } from '#shared/domain/formula.ts';
import { pollutantFacts } from '#shared/domain/pollutants.ts';
import type { Medium } from '#shared/domain/standing.ts';
import { useT } from '#web/i18n.ts';
import { livePicture, type Picture, unitOf } from '#web/network/picture.ts';
import {
  isSameRanking,
  type Ranked,
  type Ranking,
  type RankOrder,
  ranked,
  rankedBy,
  rankings,
  rankOrders,
} from '#web/network/ranking.ts';
import { useNetworkValue } from '#web/network/useNetworkValue.ts';
import { PageLink } from '#web/shell/PageLink.tsx';
import { VirtualList } from '#web/ui/VirtualList.tsx';
import { GradeMark } from '#web/widgets/GradeMark.tsx';
import { useHome } from './home-context.ts';
import styles from './panels.module.css';
import { useColouringName } from './useColouringName.ts';
import { yesterdayAddress } from './yesterday-address.ts';

/** Pixels: two lines of a long English name. */
const rowHeight = 36;

/** Ranking by the colouring of the map, now or in the replayed hour. */
export function RankingPanel() {
  const t = useT();
  const colouringName = useColouringName();
  const { network, colouring, picture, replay } = useHome();
  const [ranking, setRanking] = useState<Ranking>('aqi');
  const by = useMemo(() => rankedBy(network, ranking), [network, ranking]);
  const live = useMemo(() => by && livePicture(network, by), [network, by]);
  const nameOf = (one: Ranking) =>
    one === 'aqi' ? t('home.rank_aqi') : printedFormula(pollutantFacts[one].formula);
  if (replay.frames || colouring !== 'overall') {
    const name = colouring === 'overall' ? t('home.rank_aqi') : colouringName;
    const medium = colouring === 'overall' ? 'air' : colouring.medium;
    return (
      <>
        <h2>{t(replay.frames ? 'home.rank_replay' : 'home.rank_factor', { name })}</h2>
        <RankedList medium={medium} picture={picture} unit={unitOf(colouring)} />
      </>
    );
  }
  return (
    <>
      <header className={styles.heading}>
        <h2>{t('home.rank_live')}</h2>
        <YesterdayLink />
      </header>
      <Tabs
        size="small"
        activeKey={ranking}
        onChange={(key) => setRanking(key as Ranking)}
        items={rankings.map((one) => ({ key: one, label: nameOf(one) }))}
      />
      <RankedList medium="air" picture={live} unit={by ? unitOf(by) : ''} />
    </>
  );
}

function YesterdayLink() {
  const t = useT();
  const { network } = useHome();
  const airSites = [...network.stations].flatMap(({ medium, site }) =>
    medium === 'air' ? site.site_id : [],
  );
  const address = yesterdayAddress(airSites, new Date());
  return address ? <PageLink to={address}>{t('home.rank_yesterday')}</PageLink> : null;
}

interface RankedListProps {
  medium: Medium;
  /** Undefined if nothing suitable is measured. */
  picture: Picture | undefined;
  unit: string;
}

function RankedList({ medium, picture, unit }: RankedListProps) {
  const t = useT();
  const { network, pick, picked } = useHome();
  const [order, setOrder] = useState<RankOrder>('worst');
  const rows = useNetworkValue(
    network,
    useCallback(
      () => (picture ? ranked(network.stations, medium, picture, order) : []),
      [network, medium, picture, order],
    ),
    isSameRanking,
  );
  return (
    <>
      <Segmented
        block
        size="small"
        aria-label={t('home.order')}
        value={order}
        options={rankOrders.map((value) => ({ value, label: t(`home.order_${value}`) }))}
        onChange={setOrder}
      />
      {unit && <small className={styles.unit}>{t('home.rank_unit', { unit })}</small>}
      <div className={styles.ranking}>
        {rows.length === 0 ? (
          <p className={styles.none}>{t('home.rank_none')}</p>
        ) : (
          <VirtualList
            label={t('home.rank_live')}
            rows={rows}
            rowHeight={rowHeight}
            keyOf={({ station }) => station.site.site_id}
          >
            {(row, place) => (
              <RankedRow
                row={row}
                place={place}
                current={row.station === picked}
                onPick={() => pick(row.station)}
              />
            )}
          </VirtualList>
        )}
      </div>
    </>
  );
}

interface RankedRowProps {
  row: Ranked;
  place: number;
  current: boolean;
  onPick(): void;
}

function RankedRow({ row: { station, shown }, place, current, onPick }: RankedRowProps) {
  return (
    <button type="button" className={styles.ranked} aria-current={current} onClick={onPick}>
      <span className={styles.place}>{place + 1}</span>
      <span className={styles.name} title={station.site.site_name}>
        {station.site.site_name}
      </span>
      {shown.grade !== null && (
        <GradeMark medium={station.medium} grade={shown.grade}>
          {shown.figure}
        </GradeMark>
      )}
    </button>
  );
}
