import type { AnswerOf } from '#shared/contract/define.ts';
import type { equipment, Grants } from '#shared/contract/equipment/equipment.ts';
import type { ShortSite, SiteNode } from '#web/widgets/site-tree.ts';

export type Held = AnswerOf<typeof equipment.data>;

/** Grants as tree keys: `s5` is a site, `r370000` a place with all its sites, `p2` a project. */
export type GrantKeys = ReadonlySet<string>;

export const siteKey = (site_id: number) => `s${site_id}`;
export const placeKey = (code: string) => `r${code}`;
export const projectKey = (project_id: number) => `p${project_id}`;

export function keysOf({ site_ids, region_codes, project_ids }: Grants): GrantKeys {
  return new Set([...site_ids.map(siteKey), ...region_codes.map(placeKey), ...project_ids.map(projectKey)]);
}

export function grantsOf(keys: Iterable<string>): Grants {
  const all = [...keys];
  const named = (kind: string) => all.filter((key) => key.startsWith(kind)).map((key) => key.slice(1));
  return {
    site_ids: named('s').map(Number),
    region_codes: named('r'),
    project_ids: named('p').map(Number),
  };
}

/** A rule includes sites added later; a single site does not. */
export function isRule(key: string): boolean {
  return !key.startsWith('s');
}

function waysTo({ site_id, province_code, city_code, area_code, project_id }: ShortSite): string[] {
  const places = [province_code, city_code, area_code].flatMap((code) =>
    code === null ? [] : placeKey(code),
  );
  return [siteKey(site_id), ...places, ...(project_id === null ? [] : [projectKey(project_id)])];
}

export function seenBy(sites: readonly ShortSite[], keys: GrantKeys): ShortSite[] {
  return sites.filter((site) => waysTo(site).some((key) => keys.has(key)));
}

export function minus<Item>(all: Iterable<Item>, without: ReadonlySet<Item>): Item[] {
  return [...all].filter((item) => !without.has(item));
}

/** Node of a grant tree. Nodes that are no place, project or site, such as "no project", cannot be granted. */
export interface GrantNode {
  key: string;
  name: string;
  site?: ShortSite;
  count: number;
  givable: boolean;
  children: GrantNode[];
}

export function placeNodes(nodes: readonly SiteNode[]): GrantNode[] {
  return nodes.map(({ key, name, site, count, children }) => ({
    key: site ? siteKey(site.site_id) : placeKey(key),
    name,
    site,
    count,
    givable: site !== undefined || /^\d{6}$/.test(key),
    children: placeNodes(children),
  }));
}

interface Project {
  project_id: number;
  project_name: string;
}

export function projectNodes(
  sites: readonly ShortSite[],
  projects: readonly Project[],
  noProject: string,
): GrantNode[] {
  const groups = [...projects, { project_id: null, project_name: noProject }].map(
    ({ project_id, project_name }): GrantNode => {
      const members = sites.filter((site) => site.project_id === project_id);
      return {
        key: project_id === null ? 'none' : projectKey(project_id),
        name: project_name,
        count: members.length,
        givable: project_id !== null,
        children: members.map((site) => ({
          key: siteKey(site.site_id),
          name: site.site_name,
          site,
          count: 1,
          givable: true,
          children: [],
        })),
      };
    },
  );
  return groups.filter(({ givable, count }) => givable || count > 0);
}

/** Ticks or unticks a node. A rule replaces the grants below it. */
export function toggled(keys: GrantKeys, node: GrantNode, on: boolean): GrantKeys {
  if (!on) return new Set(minus(keys, new Set([node.key])));
  return new Set([...minus(keys, new Set(keysBelow(node))), node.key]);
}

function keysBelow({ children }: GrantNode): string[] {
  return children.flatMap((child) => [child.key, ...keysBelow(child)]);
}

interface Ticks {
  checked: Set<string>;
  halfChecked: string[];
  /** Ticked by a rule above. */
  covered: Set<string>;
}

export function ticksOf(nodes: readonly GrantNode[], keys: GrantKeys): Ticks {
  const ticks: Ticks = { checked: new Set(), halfChecked: [], covered: new Set() };
  /** Returns whether the node or anything below it is ticked. */
  const look = (node: GrantNode, under: boolean): boolean => {
    const ticked = under || keys.has(node.key);
    if (under) ticks.covered.add(node.key);
    if (ticked) ticks.checked.add(node.key);
    const below = node.children.map((child) => look(child, ticked)).some(Boolean);
    if (!ticked && below) ticks.halfChecked.push(node.key);
    return ticked || below;
  };
  for (const node of nodes) look(node, false);
  return ticks;
}
