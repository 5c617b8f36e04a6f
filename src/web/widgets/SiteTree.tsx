import { Button, Tree } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useT } from '#web/i18n.ts';
import { ListError, ListSkeleton } from '#web/ui/ListStates.tsx';
import styles from './site-picker.module.css';
import {
  markedNodes,
  matchingSites,
  type ShortSite,
  type SiteNode,
  type SiteWish,
  sitesUnder,
  siteTree,
  type TreeLine,
  ticksOf,
  treeLines,
} from './site-tree.ts';
import { TreeFilters } from './TreeFilters.tsx';
import { useMarks } from './useMarks.ts';
import { useAwaitsPlaces, usePlaces, usePlaceWords, useSites } from './useSites.ts';
import { VirtualMark } from './VirtualMark.tsx';

/** Up to this many sites, all places are expanded. */
const opensUpTo = 30;

interface SiteTreeProps {
  multiple: boolean;
  virtualByName: boolean;
  value: readonly number[];
  onChange(site_ids: number[]): void;
}

export function SiteTree(props: SiteTreeProps) {
  const { multiple, value, onChange } = props;
  const t = useT();
  const [wish, setWish] = useState<SiteWish>({});
  const [opened, setOpened] = useState<string[]>();
  const { sites, answer } = useSites();
  const places = usePlaces(true);
  const words = usePlaceWords();
  const awaitsPlaces = useAwaitsPlaces();
  const found = useMemo(() => matchingSites(sites, wish, words), [sites, wish, words]);
  const nodes = useNodes(found, wish, places);
  const narrow = (patch: SiteWish) => {
    setWish({ ...wish, ...patch });
    setOpened(undefined);
  };

  // Keeps the identity of the list: the tree lays out all lines again for a new one.
  const open = useMemo(
    () => opened ?? (found.length <= opensUpTo ? placesOf(nodes) : nodes.map(({ key }) => key)),
    [opened, found, nodes],
  );
  const lines = useMemo(() => treeLines(nodes, new Set(open)), [nodes, open]);
  const ticks = useMemo(() => ticksOf(nodes, new Set(value)), [nodes, value]);
  const { tick, tickPlace, tickAll } = ticking(props);
  return (
    <div className={styles.panel} role="dialog" aria-label={t('sitePicker.title')}>
      <TreeFilters wish={wish} onChange={narrow} />
      <div className={styles.tree}>
        {answer.error && !answer.data ? (
          <ListError error={answer.error} onRetry={() => void answer.refetch()} />
        ) : !answer.data || awaitsPlaces ? (
          <ListSkeleton />
        ) : found.length === 0 ? (
          <p className={styles.none}>{t(sites.length > 0 ? 'sitePicker.no_match' : 'sitePicker.no_sites')}</p>
        ) : (
          <Tree
            aria-label={t('sitePicker.title')}
            blockNode
            height={260}
            treeData={lines}
            titleRender={lineTitle}
            expandedKeys={open}
            onExpand={(keys) => setOpened(keys.map(String))}
            selectable={!multiple}
            checkable={multiple}
            checkStrictly
            checkedKeys={multiple ? ticks : undefined}
            selectedKeys={multiple ? [] : value.map(String)}
            onCheck={(_, { node: { node }, checked }) =>
              node.site ? tick([node.site.site_id], checked) : tickPlace(sitesUnder(node))
            }
            onSelect={(keys, { node: { node } }) => {
              if (node.site) onChange(keys.length > 0 ? [node.site.site_id] : []);
              else setOpened(toggled(open, node.key));
            }}
          />
        )}
      </div>
      <footer className={styles.foot}>
        <span>{t('sitePicker.found', { count: found.length })}</span>
        {multiple && (
          <>
            <Button size="small" type="link" onClick={() => tickAll(found)}>
              {t('sitePicker.select_shown')}
            </Button>
            <Button size="small" type="link" disabled={value.length === 0} onClick={() => onChange([])}>
              {t('sitePicker.clear')}
            </Button>
          </>
        )}
      </footer>
    </div>
  );
}

/** Favourites and recent sites, then the tree of places. */
function useNodes(
  found: readonly ShortSite[],
  wish: SiteWish,
  places: ReadonlyMap<string, string>,
): readonly SiteNode[] {
  const t = useT();
  const { favourites, recent } = useMarks();
  const isNarrowed = Object.values(wish).some((value) => value !== undefined && value !== '');
  return useMemo(() => {
    const marked = [
      { key: 'favourite', name: t('sitePicker.favourite'), site_ids: favourites },
      { key: 'recent', name: t('sitePicker.recent'), site_ids: recent },
    ];
    return [
      // Favourites and recent sites are hidden while searching or filtering.
      ...(isNarrowed ? [] : markedNodes(found, marked)),
      ...siteTree(found, (code) => places.get(code), t('sitePicker.nowhere')),
    ];
  }, [found, places, t, favourites, recent, isNarrowed]);
}

/** What ticks do to the chosen sites. Virtual ones are chosen by name only, if so asked. */
function ticking({ virtualByName, value, onChange }: SiteTreeProps) {
  /** Ticking a place affects visible sites only, not those that the filters hide. */
  const tick = (site_ids: readonly number[], isOn: boolean) => {
    const changed = new Set(value);
    for (const site_id of site_ids) isOn ? changed.add(site_id) : changed.delete(site_id);
    // Sorted ids make a short text in the URL.
    onChange([...changed].sort((a, b) => a - b));
  };
  const measured = (all: readonly ShortSite[]) =>
    all.filter(({ virtual_data }) => !virtualByName || !virtual_data).map(({ site_id }) => site_id);
  const tickPlace = (all: readonly ShortSite[]) => {
    const meant = measured(all);
    const before = new Set(value);
    const isOn = meant.some((site_id) => !before.has(site_id));
    tick(isOn ? meant : all.map(({ site_id }) => site_id), isOn);
  };
  return { tick, tickPlace, tickAll: (all: readonly ShortSite[]) => tick(measured(all), true) };
}

/** Rendered lazily: of ten thousand lines, only a dozen are visible. */
function lineTitle({ node: { name, site, count } }: TreeLine): ReactNode {
  if (!site) {
    return (
      <span className={styles.place}>
        {name}
        <small>{count}</small>
      </span>
    );
  }
  return (
    <span className={styles.site}>
      <i className={site.online ? styles.online : styles.offline} />
      <span className={styles.name}>{name}</span>
      {site.virtual_data && <VirtualMark />}
      <small>{site.mn}</small>
    </span>
  );
}

function placesOf(nodes: readonly SiteNode[]): string[] {
  return nodes.flatMap(({ key, site, children }) => (site ? [] : [key, ...placesOf(children)]));
}

function toggled(open: readonly string[], key: string): string[] {
  return open.includes(key) ? open.filter((one) => one !== key) : [...open, key];
}
