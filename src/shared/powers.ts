import { powerWord } from './domain/may.ts';
import { sections, standalone } from './menu.ts';

/** The roles of every new installation. Other roles have ids from 100 on. */
export const seededRoles = [
  { role_id: 0, key: 'super', sees_all_sites: true },
  { role_id: 1, key: 'administrator', sees_all_sites: true },
  { role_id: 2, key: 'operator', sees_all_sites: false },
  { role_id: 3, key: 'auditor', sees_all_sites: true },
  { role_id: 4, key: 'learner', sees_all_sites: false },
] as const;
export type SeededRole = (typeof seededRoles)[number]['key'];

/** Roles that get a power when it is introduced; the super administrator needs no row. */
type Roles = readonly Exclude<SeededRole, 'super'>[];

export interface PowerSeed {
  /** Word key: a menu word for pages and sections, otherwise a power word. */
  key: string;
  power_code: string;
  type: 1 | 2 | 3;
  power_url: string;
  parent_code: string | null;
  roles: Roles;
}

const administrator: Roles = ['administrator'];
const readers: Roles = ['administrator', 'auditor'];
const everyone: Roles = ['administrator', 'operator', 'auditor', 'learner'];
const staff: Roles = ['administrator', 'operator', 'auditor'];

/** Powers of calls (`needs`), by permission group. A call can only need a power that is listed here. */
const actions: Record<string, Record<string, Roles>> = {
  access: {
    'user.read': readers,
    'user.write': administrator,
    'user.pick': ['administrator', 'operator', 'auditor'],
    'role.read': readers,
    'role.write': administrator,
    'power.read': readers,
    'power.write': administrator,
    'group.read': readers,
    'group.write': administrator,
    'equipment.read': readers,
    'equipment.write': administrator,
    'menu.read': readers,
    'menu.write': administrator,
    'theme.read': readers,
    'theme.write': administrator,
    'login_limit.read': readers,
    'login_limit.write': administrator,
  },
  sites: {
    'site.read': staff,
    'site.write': administrator,
    'knocking.read': ['administrator', 'operator'],
    'product.read': staff,
    'product.write': administrator,
    'project.read': staff,
    'project.write': administrator,
    'component.read': staff,
    'component.write': administrator,
    'agreement.read': staff,
    'agreement.write': administrator,
    'dictionary.read': staff,
    'dictionary.write': administrator,
  },
  readings: {
    'reading.read': staff,
    'reading.import': ['administrator', 'operator'],
    'report.read': staff,
    'report.write': ['administrator', 'operator'],
  },
  alarms: {
    'alarm.read': staff,
    'alarm.do': ['administrator', 'operator'],
    'alarm_rule.read': staff,
    'alarm_rule.write': administrator,
    'alarm_config.read': readers,
    'alarm_config.write': administrator,
    'maintenance.read': staff,
    'maintenance.write': ['administrator', 'operator'],
  },
  work_orders: {
    'order.read': staff,
    'order.add': ['administrator', 'operator'],
    'order.do': ['administrator', 'operator'],
    'order.check': administrator,
    'order.manage': administrator,
    'order_type.read': staff,
    'order_type.write': administrator,
    'duty.read': staff,
    'duty.swap': ['administrator', 'operator'],
    'duty.manage': administrator,
  },
  exams: {
    'question.read': readers,
    'question.write': administrator,
    'practice.do': everyone,
    'paper.read': readers,
    'paper.write': administrator,
    'assessment.read': readers,
    'assessment.write': administrator,
    'exam.sit': everyone,
    'score.read': readers,
    'score.check': administrator,
    'competence.read': readers,
    'competence.write': administrator,
  },
  articles: {
    'article.read': everyone,
    'article.write': everyone,
    'article.audit': readers,
    'article.manage': administrator,
    'article_type.read': everyone,
    'article_type.write': administrator,
  },
  software_keys: {
    'software_key.read': ['administrator', 'operator'],
    'software_key.write': administrator,
  },
  laboratory: {
    'laboratory.use': everyone,
  },
  meetings: {
    'meeting_room.read': everyone,
    'meeting_room.write': administrator,
    'meeting.read': everyone,
    'meeting.book': everyone,
  },
  control: {
    'packet.read': ['administrator', 'operator'],
    'command.read': staff,
    'command.approve': administrator,
    'command.policy': administrator,
    'control.open': ['administrator', 'operator'],
    'control.query': ['administrator', 'operator'],
    'control.set': ['administrator', 'operator'],
    'control.kb': ['administrator', 'operator'],
    'control.resupply': ['administrator', 'operator'],
    'control.calibrate': ['administrator', 'operator'],
    'control.operate': ['administrator', 'operator'],
    'control.password': administrator,
  },
  platform: {
    'audit.read': readers,
    'version.read': staff,
    'version.write': administrator,
    'bug.read': staff,
    'bug.write': ['administrator', 'operator'],
    'bug.repair': administrator,
    'message.read': readers,
    'message.write': administrator,
    'wall.write': administrator,
    'platform.read': readers,
    'platform.write': administrator,
    // Codes are sent through these providers, so initially only super administrators may change them.
    'provider.write': [],
  },
  files: {
    'file.read': staff,
    'file.write': ['administrator', 'operator'],
    'file.delete': administrator,
    'app.read': readers,
    'app.write': administrator,
  },
};

/** Roles that initially have the pages of a section. */
const sectionRoles: Record<string, Roles> = {
  dataanalysis: staff,
  datareports: staff,
  alarmdatas: staff,
  liveservices: ['administrator', 'operator'],
  countercharges: ['administrator', 'operator'],
  workorder: ['administrator', 'operator'],
  userconfigs: readers,
  siteconfigs: ['administrator', 'operator'],
  muneconfigs: readers,
  assistconfigs: readers,
  learning: ['administrator', 'operator', 'auditor', 'learner'],
  meetings: ['administrator', 'operator', 'auditor', 'learner'],
  logs: staff,
};

/** Pages that fewer roles initially have than the rest of their section. */
const pageRoles: Record<string, Roles> = {
  historyimport: ['administrator', 'operator'],
  questionbank: readers,
  papers: readers,
  articletypes: administrator,
  articleaudit: readers,
  softwarekey: ['administrator', 'operator'],
};

export const WISDOM_SCREEN_POWER = 'page.wisdomscreen';

function group(key: string, code: string): PowerSeed {
  return { key, power_code: code, type: 1, power_url: '', parent_code: null, roles: [] };
}

/** Every built-in power: one group per section with its pages, one group per feature with its actions. */
export const powerSeeds: readonly PowerSeed[] = [
  ...sections.flatMap((section): PowerSeed[] => {
    const parent_code = `section.${section.key}`;
    const roles = sectionRoles[section.key] ?? administrator;
    return [
      group(`menu.section_${section.key}`, parent_code),
      ...section.pages.map(
        ({ key, path }): PowerSeed => ({
          key: `menu.${key}`,
          power_code: `page.${path.slice(1).replace('/', '.')}`,
          type: 2,
          power_url: path,
          parent_code,
          roles: pageRoles[key] ?? roles,
        }),
      ),
    ];
  }),
  group('powerNames.screens', 'section.screens'),
  ...standalone
    .filter(({ key }) => key === 'wisdomscreen')
    .map(
      ({ key, path }): PowerSeed => ({
        key: `menu.${key}`,
        power_code: WISDOM_SCREEN_POWER,
        type: 2,
        power_url: path,
        parent_code: 'section.screens',
        roles: staff,
      }),
    ),
  ...Object.entries(actions).flatMap(([feature, powers]): PowerSeed[] => [
    group(`powerNames.${feature}`, `feature.${feature}`),
    ...Object.entries(powers).map(
      ([code, roles]): PowerSeed => ({
        key: powerWord(code),
        power_code: code,
        type: 3,
        power_url: '',
        parent_code: `feature.${feature}`,
        roles,
      }),
    ),
  ]),
];
