export type GroupKey = 'collection' | 'operation' | 'configuration' | 'more';

/** `key` is the word key (`t('menu.historicaldata')`). A path may contain a slot, as in `/sites/:mn`. */
export interface Screen {
  path: string;
  key: string;
}

/** `default` is the page that the section's own path opens. `icon` is an Ant Design outlined icon. */
export interface Section extends Screen {
  group: GroupKey;
  icon: string;
  default: string;
  pages: readonly Screen[];
}

export const groups: readonly GroupKey[] = ['collection', 'operation', 'configuration', 'more'];

/** Pages are given as `segment`, or `segment:key` if the same segment occurs in several sections. */
function section(key: string, group: GroupKey, icon: string, pages: readonly string[]): Section {
  const path = `/${key}`;
  const screens = pages.map((page): Screen => {
    const [segment = page, name = segment] = page.split(':');
    return { path: `${path}/${segment}`, key: name };
  });
  // The spec lists every section's default page first.
  return { key, path, group, icon, default: screens[0]?.path ?? path, pages: screens };
}

/** The sections of spec section 2 in its order, then our own. */
export const sections: readonly Section[] = [
  section('dataanalysis', 'collection', 'LineChartOutlined', [
    'historicaldata',
    'singleparameter',
    'airindexforms',
    'goodrate',
    'comprehensivecharts',
    'trackmap',
    'multiparameter',
    'heatmap',
    'historyimport',
  ]),
  section('datareports', 'collection', 'FileTextOutlined', ['daily', 'weekly', 'monthly', 'yearly']),
  section('alarmdatas', 'collection', 'AlertOutlined', [
    'standards:alarmstandards',
    'configuration:alarmconfiguration',
    'log:alarmlog',
  ]),
  section('liveservices', 'operation', 'VideoCameraOutlined', [
    'videoconfig',
    'cloudvideoconfig',
    'monitorlist',
    'cloudvideolive',
    'recordedvideo',
  ]),
  section('countercharges', 'operation', 'ControlOutlined', [
    'kbvalue',
    'interference',
    'resupply',
    'autoresupply',
    'originaldata',
    'multisiteoriginal',
    'calibration',
    'information',
    'upgrade',
    'qualitycontrol',
  ]),
  section('workorder', 'operation', 'ToolOutlined', ['process', 'orders', 'duty']),
  section('userconfigs', 'configuration', 'TeamOutlined', [
    'permissions',
    'users',
    'roles',
    'usergroups',
    'usergroupmanagement',
    'loginconfig',
    'themeconfig',
    'rolepermissions',
    'userequipment',
  ]),
  section('siteconfigs', 'configuration', 'EnvironmentOutlined', [
    'sites',
    'productlines',
    'projects',
    'protocols',
    'components',
    'devicefactors',
    'datatypes',
    'basins',
    'blocks',
  ]),
  section('muneconfigs', 'configuration', 'MenuOutlined', ['menupermissions', 'menus']),
  section('assistconfigs', 'configuration', 'SettingOutlined', [
    'versions',
    'fileupload',
    'appprojects',
    'appfiles',
    'platform',
    'messages',
    'audit:auditlog',
  ]),
  section('learning', 'more', 'ReadOutlined', [
    'articles',
    'articletypes',
    'audit:articleaudit',
    'mine:mylearning',
    'questionbank',
    'practice',
    'papers',
    'assessment',
    'scores',
    'softwarekey',
    'laboratory',
  ]),
  section('meetings', 'more', 'CalendarOutlined', ['rooms', 'appointments']),
  section('logs', 'more', 'BugOutlined', ['bugs', 'versions:versiondetails']),
];

/** Screens outside the sections. */
export const standalone: readonly Screen[] = [
  { path: '/homepages', key: 'homepages' },
  { path: '/wisdomscreen', key: 'wisdomscreen' },
  { path: '/sites/:mn', key: 'site' },
  { path: '/personal', key: 'personal' },
  { path: '/download', key: 'download' },
  { path: '/login', key: 'login' },
  { path: '/overtime', key: 'overtime' },
  { path: '/404', key: 'notfound' },
];

/** Those with a menu entry; sections and their pages always have one. */
export const standaloneEntries = standalone.filter(
  ({ key }) => key === 'homepages' || key === 'wisdomscreen',
);

/** Whether an entry is part of the product. */
export function isBuiltInEntry(path: string): boolean {
  return [...standaloneEntries, ...sections, ...sections.flatMap(({ pages }) => pages)].some(
    (screen) => screen.path === path,
  );
}

/** Icons for menu entries: Ant Design's names. */
export const menuIcons = [
  'AlertOutlined',
  'ApiOutlined',
  'AppstoreOutlined',
  'AreaChartOutlined',
  'BarChartOutlined',
  'BellOutlined',
  'BookOutlined',
  'BugOutlined',
  'BuildOutlined',
  'CalendarOutlined',
  'CloudOutlined',
  'ControlOutlined',
  'DashboardOutlined',
  'DatabaseOutlined',
  'EnvironmentOutlined',
  'ExperimentOutlined',
  'FileTextOutlined',
  'FolderOutlined',
  'FundOutlined',
  'GlobalOutlined',
  'HeatMapOutlined',
  'HomeOutlined',
  'KeyOutlined',
  'LineChartOutlined',
  'MenuOutlined',
  'MessageOutlined',
  'MonitorOutlined',
  'PieChartOutlined',
  'ProfileOutlined',
  'ReadOutlined',
  'SafetyOutlined',
  'ScheduleOutlined',
  'SettingOutlined',
  'TeamOutlined',
  'ThunderboltOutlined',
  'ToolOutlined',
  'UserOutlined',
  'VideoCameraOutlined',
] as const;
export type MenuIconName = (typeof menuIcons)[number];

export interface FoundScreen {
  screen: Screen;
  /** Absent for screens outside the sections. */
  section?: Section;
}

/**
 * The screen at a concrete path such as `/sites/A1`. A section's own path is not a screen: it opens its default page.
 */
export function screenAt(path: string): FoundScreen | undefined {
  const wanted = path.replace(/[?#].*$/, '').replace(/(?<=.)\/+$/, '');
  for (const section of sections) {
    const screen = section.pages.find((page) => page.path === wanted);
    if (screen) return { screen, section };
  }
  const screen = standalone.find((one) => matches(one.path, wanted));
  return screen && { screen };
}

/** The canonical path of a screen: without a trailing slash, in lower case if only that is a screen. */
export function canonicalPath(path: string): string {
  const trimmed = path.replace(/(?<=.)\/+$/, '');
  if (isScreenPath(trimmed)) return trimmed;
  const lower = trimmed.toLowerCase();
  return isScreenPath(lower) ? lower : trimmed;
}

/** Whether a path is that of a screen or a section. */
export function isScreenPath(path: string): boolean {
  return path === '/' || sections.some((section) => section.path === path) || screenAt(path) !== undefined;
}

function matches(pattern: string, path: string): boolean {
  const slots = pattern.split('/');
  const parts = path.split('/');
  return (
    slots.length === parts.length &&
    slots.every((slot, at) => (slot.startsWith(':') ? parts[at] !== '' : slot === parts[at]))
  );
}

/** The section that a power's URL belongs to: the first whose key the URL contains (spec section 6). */
export function sectionOf(powerUrl: string): Section | undefined {
  return sections.find(({ key }) => powerUrl.includes(key));
}
