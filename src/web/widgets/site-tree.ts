import type { AnswerOf } from '#shared/contract/define.ts';
import type { shortSites } from '#shared/contract/sites/network.ts';
import { sounds } from '#shared/domain/sounds.ts';

export type ShortSite = AnswerOf<typeof shortSites.list>['data_info'][number] & {
  /** Name in the other language, for searching. */
  other_name?: string;
};

/** Search and filters of the site tree. */
export interface SiteWish {
  keyword?: string;
  site_type?: ShortSite['site_type'];
  product_id?: number;
  project_id?: number;
  online?: boolean;
}

export interface SiteNode {
  /** Division code or site id. */
  key: string;
  name: string;
  site?: ShortSite;
  /** Number of sites below. */
  count: number;
  children: SiteNode[];
}

type Places = ReadonlyMap<string, string>;
const noPlaces: Places = new Map();

/** Matches name, pinyin, initials, MN or any containing place; all set filters must match. */
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

/** Codes of the places whose names contain the keyword; Xi'an is found by xian too. */
export function placesNamed(places: Places, keyword: string): string[] {
  const sought = keyword.trim().toLowerCase();
  const isNamed = (name: string) => name.includes(sought) || name.replaceAll("'", '').includes(sought);
  return [...places].flatMap(([code, name]) => (isNamed(name.toLowerCase()) ? code : []));
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
 * Tree of province, city, area and site. Levels without a known name are skipped, so sites of a city without areas are
 * directly below the city; sites without any place come last. `asked` places appear even without sites.
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
      // Municipalities such as Beijing are province and city: shown once.
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
    // Cached per place: there may be ten thousand sites.
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

/** Groups above the places: favourites and recent sites. Their sites also appear in their places. */
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

/** Places first, by division code; sites keep their order. */
function placesFirst(a: SiteNode, b: SiteNode): number {
  if (a.site || b.site) return Number(a.site !== undefined) - Number(b.site !== undefined);
  return a.key < b.key ? -1 : 1;
}

/** A line of the tree with its node. */
export interface TreeLine {
  key: string;
  isLeaf: boolean;
  node: SiteNode;
  children: TreeLine[];
}

/** Omits the children of collapsed places: the tree component processes everything that it is given. */
export function treeLines(nodes: readonly SiteNode[], open: ReadonlySet<string>): TreeLine[] {
  return nodes.map((node) => ({
    key: node.key,
    isLeaf: node.site !== undefined,
    node,
    children: open.has(node.key) ? treeLines(node.children, open) : [],
  }));
}

/** Checked and half-checked keys of the tree. */
export interface Ticks {
  checked: string[];
  halfChecked: string[];
}

/** In one pass: the tree component's own calculation is too slow for ten thousand sites. */
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
