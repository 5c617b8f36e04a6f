import { SearchOutlined } from '@ant-design/icons';
import { Input, Tree } from 'antd';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { sites as siteTable } from '#shared/contract/sites/sites.ts';
import { useMay } from '#web/api/powers.ts';
import { useT } from '#web/i18n.ts';
import type { Station } from '#web/network/network.ts';
import { isInState } from '#web/network/site-state.ts';
import { isSameList, useNetworkValue } from '#web/network/useNetworkValue.ts';
import { ListSkeleton } from '#web/ui/ListStates.tsx';
import { useHeight } from '#web/ui/useHeight.ts';
import { GradeMark } from '#web/widgets/GradeMark.tsx';
import { matchingSites, type SiteNode, siteTree } from '#web/widgets/site-tree.ts';
import { useAwaitsPlaces, usePlaces, usePlaceWords } from '#web/widgets/useSites.ts';
import { VirtualMark } from '#web/widgets/VirtualMark.tsx';
import { useHome } from './home-context.ts';
import styles from './panels.module.css';

/** Up to this many stations, all places are expanded. */
const opensUpTo = 30;

/** Tree of the stations in the selected state, searchable by name, initials or MN. A click selects the station. */
export function SitePanel() {
  const t = useT();
  const mayAdd = useMay(siteTable.add.needs);
  const { network, state, picked, pick } = useHome();
  const [keyword, setKeyword] = useState('');
  const [opened, setOpened] = useState<readonly string[]>();
  const places = usePlaces(true);
  const words = usePlaceWords();
  const awaitsPlaces = useAwaitsPlaces();
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box);
  const inState = useNetworkValue(
    network,
    useCallback(
      () => network.stations.filter((station) => isInState(station, state)).map(({ site }) => site),
      [network, state],
    ),
    isSameList,
  );
  // Deferred, so that typing has priority over updating the tree.
  const sought = useDeferredValue(keyword);
  const found = useMemo(() => matchingSites(inState, { keyword: sought }, words), [inState, sought, words]);
  const nodes = useMemo(
    () => siteTree(found, (code) => places.get(code), t('sitePicker.nowhere')),
    [found, places, t],
  );
  const open = useMemo(
    () => opened ?? (found.length <= opensUpTo ? placesOf(nodes) : nodes.map(({ key }) => key)),
    [opened, found, nodes],
  );
  const latestPick = useRef(pick);
  useEffect(() => {
    latestPick.current = pick;
  });
  const pickSite = useCallback((site_id: number) => latestPick.current(network.station(site_id)), [network]);
  return (
    <>
      <Input
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('siteList.search')}
        aria-label={t('siteList.search')}
        allowClear
        value={keyword}
        onChange={({ target }) => {
          setKeyword(target.value);
          setOpened(undefined);
        }}
      />
      <div ref={box} className={styles.tree}>
        {network.stations.length === 0 ? (
          <p className={styles.none}>
            {t('siteList.empty')}
            {mayAdd && <Link to="/siteconfigs/sites">{t('siteList.empty_add')}</Link>}
          </p>
        ) : awaitsPlaces ? (
          <ListSkeleton />
        ) : found.length === 0 ? (
          <p className={styles.none}>{t('siteList.none')}</p>
        ) : (
          <PlacesTree
            nodes={nodes}
            open={open}
            height={height}
            picked={picked?.site.site_id}
            onOpen={setOpened}
            onPick={pickSite}
          />
        )}
      </div>
    </>
  );
}

interface PlacesTreeProps {
  nodes: SiteNode[];
  open: readonly string[];
  height: number;
  picked: number | undefined;
  onOpen(keys: string[]): void;
  onPick(site_id: number): void;
}

/** Memoised: ten thousand nodes are not processed for each replayed hour. */
const PlacesTree = memo(function PlacesTree({
  nodes,
  open,
  height,
  picked,
  onOpen,
  onPick,
}: PlacesTreeProps) {
  const t = useT();
  return (
    <Tree
      aria-label={t('siteList.title')}
      blockNode
      height={height}
      treeData={nodes}
      titleRender={nodeTitle}
      expandedKeys={[...open]}
      onExpand={(keys) => onOpen(keys.map(String))}
      selectedKeys={picked === undefined ? [] : [String(picked)]}
      onSelect={(_, { node }) => {
        if (node.site) onPick(node.site.site_id);
        else onOpen(toggled(open, String(node.key)));
      }}
    />
  );
});

const nodeTitle = (node: SiteNode) => <NodeTitle node={node} />;

function NodeTitle({ node: { name, site, count } }: { node: SiteNode }) {
  const { network } = useHome();
  const station = site && network.station(site.site_id);
  if (station) return <SiteRow station={station} />;
  return (
    <span className={styles.place}>
      {name}
      <small>{count}</small>
    </span>
  );
}

/** Subscribes to its own station, so that updates do not re-render the tree. */
function SiteRow({ station }: { station: Station }) {
  const { network, picture } = useHome();
  const { site, medium } = station;
  const { there, grade, figure } = useNetworkValue(
    network,
    useCallback(() => picture(station), [picture, station]),
    (a, b) => a.there === b.there && a.grade === b.grade && a.figure === b.figure,
  );
  return (
    <span className={styles.site}>
      <i className={there ? styles.there : styles.away} />
      <span className={styles.name} title={`${site.site_name} ${site.mn}`}>
        {site.site_name}
      </span>
      {site.virtual_data && <VirtualMark />}
      {grade !== null && (
        <GradeMark medium={medium} grade={grade}>
          {figure}
        </GradeMark>
      )}
    </span>
  );
}

function placesOf(nodes: readonly SiteNode[]): string[] {
  return nodes.flatMap(({ key, site, children }) => (site ? [] : [key, ...placesOf(children)]));
}

function toggled(open: readonly string[], key: string): string[] {
  return open.includes(key) ? open.filter((one) => one !== key) : [...open, key];
}
