import { SearchOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Segmented, Tree, type TreeDataNode } from 'antd';
import { type ReactNode, useMemo, useState } from 'react';
import { useT } from '#web/i18n.ts';
import { matchingSites, placesNamed, type ShortSite, siteTree } from '#web/widgets/site-tree.ts';
import { usePlaceWords } from '#web/widgets/useSites.ts';
import {
  type GrantKeys,
  type GrantNode,
  placeNodes,
  projectNodes,
  seenBy,
  siteKey,
  ticksOf,
  toggled,
} from './grants.ts';
import styles from './user-equipment.module.css';

const views = ['region', 'project'] as const;
/** Up to this many sites, all places are expanded. */
const opensUpTo = 30;

/** What the tree shows. */
interface Wish {
  view: (typeof views)[number];
  keyword: string;
}

interface GrantTreeProps {
  sites: readonly ShortSite[];
  places: ReadonlyMap<string, string>;
  projects: readonly { project_id: number; project_name: string }[];
  keys: GrantKeys;
  /** Grants inherited from groups. */
  inherited: GrantKeys;
  disabled: boolean;
  onChange(keys: GrantKeys): void;
}

/** Tree of places or projects with sites. A ticked place or project is a rule: it includes sites added later. */
export function GrantTree({ sites, places, projects, keys, inherited, disabled, onChange }: GrantTreeProps) {
  const t = useT();
  const words = usePlaceWords();
  const [wish, setWish] = useState<Wish>({ view: 'region', keyword: '' });
  const { view, keyword } = wish;
  const [everyPlace, setEveryPlace] = useState(false);
  const [opened, setOpened] = useState<readonly string[]>();
  const found = useMemo(() => matchingSites(sites, { keyword }, words), [sites, keyword, words]);
  const nodes = useMemo(() => {
    if (view === 'project') return projectNodes(found, projects, t('equipment.no_project'));
    const name = (code: string) => places.get(code);
    const asked = everyPlace ? placesNamed(words, keyword) : [];
    return placeNodes(siteTree(found, name, t('sitePicker.nowhere'), asked));
  }, [view, found, projects, places, words, everyPlace, keyword, t]);
  const seen = useMemo(
    () => new Set(seenBy(found, new Set([...keys, ...inherited])).map(({ site_id }) => siteKey(site_id))),
    [found, keys, inherited],
  );
  const ticks = useMemo(() => ticksOf(nodes, keys), [nodes, keys]);
  const branches = useMemo(() => branchesOf(nodes), [nodes]);
  const open = opened ?? (found.length <= opensUpTo && !everyPlace ? branches : []);

  const narrow = (patch: Partial<Wish>) => {
    setWish({ ...wish, ...patch });
    setOpened(undefined);
  };
  const drawn = (node: GrantNode): TreeDataNode => ({
    key: node.key,
    isLeaf: node.site !== undefined,
    checkable: node.givable,
    disableCheckbox: disabled || ticks.covered.has(node.key),
    title: <Title node={node} isSeenOtherwise={seen.has(node.key) && !ticks.checked.has(node.key)} />,
    children: node.children.map(drawn),
  });
  return (
    <>
      <TreeTools wish={wish} onChange={narrow}>
        {view === 'region' && (
          <Checkbox checked={everyPlace} onChange={({ target }) => setEveryPlace(target.checked)}>
            {t('equipment.every_place')}
          </Checkbox>
        )}
      </TreeTools>
      <div className={styles.tree}>
        {nodes.length === 0 ? (
          <p className={styles.none}>{t(sites.length > 0 ? 'sitePicker.no_match' : 'sitePicker.no_sites')}</p>
        ) : (
          <Tree
            aria-label={t('equipment.title')}
            blockNode
            checkable
            checkStrictly
            selectable={false}
            height={480}
            treeData={nodes.map(drawn)}
            expandedKeys={[...open]}
            onExpand={(expanded) => setOpened(expanded.map(String))}
            checkedKeys={{ checked: [...ticks.checked], halfChecked: ticks.halfChecked }}
            onCheck={(_ticked, { node: { key }, checked }) => {
              const node = nodeAt(nodes, String(key));
              if (node) onChange(toggled(keys, node, checked));
            }}
          />
        )}
      </div>
      <Foot
        count={found.length}
        disabled={disabled}
        onAll={() =>
          onChange(
            new Set([
              ...keys,
              ...found.map(({ site_id }) => siteKey(site_id)).filter((key) => !ticks.covered.has(key)),
            ]),
          )
        }
      />
    </>
  );
}

interface TreeToolsProps {
  wish: Wish;
  onChange(patch: Partial<Wish>): void;
  children: ReactNode;
}

function TreeTools({ wish, onChange, children }: TreeToolsProps) {
  const t = useT();
  return (
    <div className={styles.tools}>
      <Segmented
        value={wish.view}
        aria-label={t('equipment.view')}
        options={views.map((value) => ({ value, label: t(`equipment.by_${value}`) }))}
        onChange={(view) => onChange({ view })}
      />
      <Input
        className={styles.find}
        prefix={<SearchOutlined aria-hidden />}
        placeholder={t('sitePicker.search')}
        aria-label={t('sitePicker.search')}
        allowClear
        value={wish.keyword}
        onChange={({ target }) => onChange({ keyword: target.value })}
      />
      {children}
    </div>
  );
}

function Foot({ count, disabled, onAll }: { count: number; disabled: boolean; onAll(): void }) {
  const t = useT();
  return (
    <footer className={styles.foot}>
      <span>{t('sitePicker.found', { count })}</span>
      <Button size="small" type="link" disabled={disabled || count === 0} onClick={onAll}>
        {t('sitePicker.select_shown')}
      </Button>
    </footer>
  );
}

function Title({ node, isSeenOtherwise }: { node: GrantNode; isSeenOtherwise: boolean }) {
  const t = useT();
  const { name, site, count } = node;
  return (
    <span className={styles.node}>
      <span className={site ? undefined : styles.place}>{name}</span>
      <small>{site ? site.mn : count}</small>
      {isSeenOtherwise && <small className={styles.otherwise}>{t('equipment.seen_otherwise')}</small>}
    </span>
  );
}

function branchesOf(nodes: readonly GrantNode[]): string[] {
  return nodes.flatMap(({ key, site, children }) => (site ? [] : [key, ...branchesOf(children)]));
}

function nodeAt(nodes: readonly GrantNode[], key: string): GrantNode | undefined {
  for (const node of nodes) {
    const found = node.key === key ? node : nodeAt(node.children, key);
    if (found) return found;
  }
  return undefined;
}
