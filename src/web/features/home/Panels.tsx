import { DoubleLeftOutlined, DoubleRightOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { type ReactNode, useState } from 'react';
import { alarmLog } from '#shared/contract/alarms/log.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import { useNarrow } from '#web/ui/useNarrow.ts';
import { widths } from '#web/ui/widths.ts';
import { AlarmsPanel } from './AlarmsPanel.tsx';
import { CountsPanel } from './CountsPanel.tsx';
import { useHome } from './home-context.ts';
import styles from './panels.module.css';
import { RankingPanel } from './RankingPanel.tsx';
import { ReplayBar } from './ReplayBar.tsx';
import { SitePanel } from './SitePanel.tsx';
import { StationCard } from './StationCard.tsx';

/** Panels over the map: at the sides, or on phones as sheets one at a time. */
export function Panels() {
  const narrow = useNarrow(widths.tablet);
  return narrow ? <Sheets /> : <Sides />;
}

function Sides() {
  const t = useT();
  const { picked } = useHome();
  return (
    <>
      <Side side="left" label={t('home.sites')}>
        <CountsPanel />
        <SitePanel />
      </Side>
      {picked ? (
        // The key resets the card for another station.
        <Side side="right" label={t('home.card')} key={picked.site.site_id}>
          <StationCard station={picked} />
        </Side>
      ) : (
        <Side side="right" label={t('home.ranking')}>
          <RankingPanel />
          <AlarmsPanel />
        </Side>
      )}
      <div className={styles.below}>
        <ReplayBar />
      </div>
    </>
  );
}

interface SideProps {
  side: 'left' | 'right';
  label: string;
  children: ReactNode;
}

function Side({ side, label, children }: SideProps) {
  const t = useT();
  const [folded, setFolded] = useState(false);
  const pointsLeft = (side === 'left') !== folded;
  return (
    <aside className={styles.side} data-side={side} data-folded={folded} aria-label={label}>
      {!folded && <div className={styles.panel}>{children}</div>}
      <Button
        size="small"
        className={styles.fold}
        icon={pointsLeft ? <DoubleLeftOutlined /> : <DoubleRightOutlined />}
        aria-label={t(folded ? 'home.unfold' : 'home.fold', { name: label })}
        aria-expanded={!folded}
        onClick={() => setFolded(!folded)}
      />
    </aside>
  );
}

const sheets = ['map', 'sites', 'ranking', 'alarms', 'replay'] as const;
type Sheet = (typeof sheets)[number];

function Sheets() {
  const t = useT();
  const { picked, pick } = useHome();
  const mayAlarms = useMay(alarmLog.list.needs);
  const [sheet, setSheet] = useState<Sheet>('map');
  const choose = (one: Sheet) => {
    setSheet(one);
    if (picked) pick(undefined);
  };
  return (
    <div className={styles.sheets}>
      {picked ? (
        <div className={styles.sheet} key={picked.site.site_id} data-sheet="card">
          <StationCard station={picked} />
        </div>
      ) : (
        sheet !== 'map' && (
          <div className={styles.sheet} data-sheet={sheet}>
            {sheet === 'sites' && (
              <>
                <CountsPanel />
                <SitePanel />
              </>
            )}
            {sheet === 'ranking' && <RankingPanel />}
            {sheet === 'alarms' && <AlarmsPanel />}
            {sheet === 'replay' && <ReplayBar />}
          </div>
        )
      )}
      <Segmented<Sheet>
        block
        className={styles.tabs}
        aria-label={t('home.panels')}
        value={sheet}
        options={sheets
          .filter((value) => value !== 'alarms' || mayAlarms)
          .map((value) => ({ value, label: t(`home.sheet_${value}`) }))}
        onChange={choose}
      />
    </div>
  );
}
