import type { AnswerOf } from '#shared/contract/define.ts';
import type { shortSites } from '#shared/contract/sites/network.ts';
import { sounds } from '#shared/domain/sounds.ts';

export type ShortSite = AnswerOf<typeof shortSites.list>['data_info'][number] & {
  /** Its name in the language that is not the reader's. */
  other_name?: string;
};

/** What the sites on offer are narrowed by. */
export interface SiteWish {
  keyword?: string;
  site_type?: ShortSite['site_type'];
  product_id?: number;
  project_id?: number;
  online?: boolean;
}

export interface SiteNode {
  /** A place's code, or the site's own number. */
  key: string;
  name: string;
  site?: ShortSite;
  /** Sites below it. */
  count: number;
  children: SiteNode[];
}

type Places = ReadonlyMap<string, string>;
const noPlaces: Places = new Map();

/** By name, its pinyin or the initials of that, MN, or a place that it lies in; every filter that is set must hold. */
export function matchingSites(
  sites: readonly ShortSite[],
  wish: SiteWish,
  places: Places = noPlaces,
): ShortSite[] {
  const keyword = wish.keyword?.trim().toLowerCase() ?? '';
  const around = new Set(keyword === '' ? [] : placesNamed(places, keyword));
  return sites.filter(
    (site) =>
      (wish.site_type ?? site.site_type) === site.site_type &&
      (wish.product_id ?? site.product_id) === site.product_id &&
      (wish.project_id ?? site.project_id) === site.project_id &&
      (wish.online ?? site.online) === site.online &&
      (keyword === '' || isMeant(site, keyword) || isWithin(site, around)),
  );
}

/** The codes of the places whose names hold the keyword. */
export function placesNamed(places: Places, keyword: string): string[] {
  const sought = keyword.trim().toLowerCase();
  return [...places].flatMap(([code, name]) => (name.toLowerCase().includes(sought) ? code : []));
}

function isWithin({ province_code, city_code, area_code }: ShortSite, codes: ReadonlySet<string>): boolean {
  const isOne = (code: string | null) => code !== null && codes.has(code);
  return codes.size > 0 && (isOne(province_code) || isOne(city_code) || isOne(area_code));
}

function isMeant(
  { site_name, other_name = '', initials, syllables, mn }: ShortSite,
  keyword: string,
): boolean {
  return (
    site_name.toLowerCase().includes(keyword) ||
    other_name.toLowerCase().includes(keyword) ||
    mn.toLowerCase().includes(keyword) ||
    initials.includes(keyword) ||
    sounds(syllables, keyword)
  );
}

/**
 * Province, city, area, site. A place whose name is not known is passed over, so that sites of a city without areas
 * stand in the city; those of no place at all come last. Places that are asked for stand there without sites too.
 */
export function siteTree(
  sites: readonly ShortSite[],
  placeName: (code: string) => string | undefined,
  noPlace: string,
  asked: readonly string[] = [],
): SiteNode[] {
  const root: SiteNode = { key: '', name: '', count: 0, children: [] };
  const places = new Map<string, SiteNode>();
  const nowhere: SiteNode = { key: 'nowhere', name: noPlace, count: 0, children: [] };
  const wayTo = (codes: readonly (string | null)[]): SiteNode[] => {
    const way = [root];
    for (const code of new Set(codes)) {
      const above = way.at(-1) ?? root;
      const name = code === null ? undefined : placeName(code);
      // A city that is a province, as Beijing is, stands there once.
      if (code === null || name === undefined || name === above.name) continue;
      const known = places.get(code);
      const place = known ?? { key: code, name, count: 0, children: [] };
      if (!known) {
        places.set(code, place);
        above.children.push(place);
      }
      way.push(place);
    }
    return way;
  };
  for (const code of asked) wayTo([`${code.slice(0, 2)}0000`, `${code.slice(0, 4)}00`, code]);
  const ways = new Map<string, SiteNode[]>();
  for (const site of sites) {
    const { province_code, city_code, area_code } = site;
    // Neighbours go the same way, and there are ten thousand sites.
    const codes = `${province_code} ${city_code} ${area_code}`;
    const way = ways.get(codes) ?? wayTo([province_code, city_code, area_code]);
    ways.set(codes, way);
    for (const place of way) place.count += 1;
    const place = way.at(-1);
    const last = place && place !== root ? place : nowhere;
    last.children.push({ key: String(site.site_id), name: site.site_name, site, count: 1, children: [] });
  }
  nowhere.count = nowhere.children.length;
  for (const place of [root, ...places.values()]) place.children.sort(placesFirst);
  return [...root.children, ...(nowhere.count > 0 ? [nowhere] : [])];
}

/** Groups that stand above the places: favourites, and what was looked at lately. Their sites stand in their places too. */
export function markedNodes(
  sites: readonly ShortSite[],
  groups: readonly { key: string; name: string; site_ids: readonly number[] }[],
): SiteNode[] {
  const byId = new Map(sites.map((site) => [site.site_id, site]));
  return groups.flatMap(({ key, name, site_ids }) => {
    const children = site_ids.flatMap((site_id): SiteNode[] => {
      const site = byId.get(site_id);
      return site ? [{ key: `${key}-${site_id}`, name: site.site_name, site, count: 1, children: [] }] : [];
    });
    return children.length > 0 ? { key, name, count: children.length, children } : [];
  });
}

/** Places as the country counts them, from the north on, and then sites as they come. */
function placesFirst(a: SiteNode, b: SiteNode): number {
  if (a.site || b.site) return Number(a.site !== undefined) - Number(b.site !== undefined);
  return a.key < b.key ? -1 : 1;
}

/** A line of the tree, and what it stands for. */
export interface TreeLine {
  key: string;
  isLeaf: boolean;
  node: SiteNode;
  children: TreeLine[];
}

/** What is below a closed place is not there: the tree component works through all that it is given. */
export function treeLines(nodes: readonly SiteNode[], open: ReadonlySet<string>): TreeLine[] {
  return nodes.map((node) => ({
    key: node.key,
    isLeaf: node.site !== undefined,
    node,
    children: open.has(node.key) ? treeLines(node.children, open) : [],
  }));
}

/** Which boxes of the tree are ticked, and which are neither full nor empty. */
export interface Ticks {
  checked: string[];
  halfChecked: string[];
}

/** In one walk: the tree component works it out too, but with ten thousand sites one waits for it. */
export function ticksOf(nodes: readonly SiteNode[], picked: ReadonlySet<number>): Ticks {
  const ticks: Ticks = { checked: [], halfChecked: [] };
  const walk = ({ key, site, count, children }: SiteNode): number => {
    if (site && !picked.has(site.site_id)) return 0;
    const ticked = site ? 1 : children.reduce((sum, child) => sum + walk(child), 0);
    if (ticked > 0) (ticked === count ? ticks.checked : ticks.halfChecked).push(key);
    return ticked;
  };
  for (const node of nodes) walk(node);
  return ticks;
}

/** The sites at and below a node. */
export function sitesUnder({ site, children }: SiteNode): ShortSite[] {
  return site ? [site] : children.flatMap(sitesUnder);
}
