/** The powers that a page's calls need. */
export interface PagePowers {
  /** The page does not work without these: the role matrix grants them together with the page. */
  needs: readonly string[];
  /** Needed only for parts of the page: filters, tabs, links, forms. */
  uses: readonly string[];
}

const page = (needs: readonly string[], uses: readonly string[] = []): PagePowers => ({ needs, uses });

/** The site picker offers these groupings to users who may read them. */
const tree = ['product.read', 'project.read'];
const why = ['packet.read'];
const newOrder = ['order_type.read', 'user.pick', 'group.read'];
const report = page(['report.read', 'reading.read'], [...tree, ...why]);
const control = page(['command.read', 'component.read'], tree);

/**
 * By path. `test/page-powers.test.ts` compares it with the calls of each page: it fails for a call whose power is in
 * neither list.
 */
export const pagePowers: Readonly<Record<string, PagePowers>> = {
  '/homepages': page([], ['platform.read', 'reading.read', ...why, 'alarm.read', ...newOrder, ...tree]),
  '/wisdomscreen': page([], ['alarm.read', 'order.read', 'wall.write']),
  '/sites/:mn': page(
    [],
    [
      'site.read',
      ...why,
      ...newOrder,
      ...tree,
      'reading.read',
      'alarm.read',
      'order.read',
      'command.read',
      'component.read',
    ],
  ),
  '/dataanalysis/historicaldata': page(['reading.read'], [...tree, ...why]),
  '/dataanalysis/singleparameter': page(['reading.read'], tree),
  '/dataanalysis/airindexforms': page(['reading.read'], [...tree, ...why]),
  '/dataanalysis/goodrate': page(['reading.read'], [...tree, ...why]),
  '/dataanalysis/comprehensivecharts': page(['reading.read'], tree),
  '/dataanalysis/trackmap': page(['reading.read', 'component.read']),
  '/dataanalysis/multiparameter': page(['reading.read'], tree),
  '/dataanalysis/heatmap': page([]),
  '/dataanalysis/historyimport': page(['reading.import', 'file.write'], tree),
  '/datareports/daily': report,
  '/datareports/weekly': report,
  '/datareports/monthly': report,
  '/datareports/yearly': report,
  '/alarmdatas/standards': page(
    ['alarm_rule.read', 'component.read'],
    ['alarm_rule.write', 'alarm_config.read', ...tree],
  ),
  '/alarmdatas/configuration': page(
    // Users who only plan maintenance can open it without access to notification settings.
    ['maintenance.read', 'component.read'],
    ['alarm_config.read', 'alarm.read', 'alarm_rule.read', 'user.pick', 'group.read', ...tree],
  ),
  '/alarmdatas/log': page(['alarm.read', 'component.read'], ['order.read', ...newOrder, ...tree]),
  '/countercharges/kbvalue': control,
  '/countercharges/interference': control,
  '/countercharges/resupply': control,
  '/countercharges/autoresupply': control,
  '/countercharges/originaldata': page(
    ['packet.read'],
    ['knocking.read', 'agreement.read', 'site.write', 'reading.import', ...tree],
  ),
  '/countercharges/multisiteoriginal': control,
  '/countercharges/information': control,
  '/workorder/process': page(
    ['order_type.read', 'component.read'],
    ['group.read', 'order.read', 'user.pick', 'order.manage', ...tree],
  ),
  '/workorder/orders': page(
    ['order.read', 'order_type.read'],
    ['user.pick', 'group.read', 'reading.read', ...tree],
  ),
  '/workorder/duty': page(['duty.read']),
  '/userconfigs/permissions': page(['power.read'], ['role.read']),
  '/userconfigs/users': page(['user.read'], ['role.read', 'group.read', 'user.write']),
  '/userconfigs/roles': page(['role.read']),
  '/userconfigs/usergroups': page(['group.read'], ['theme.read']),
  '/userconfigs/usergroupmanagement': page(
    ['group.read'],
    ['user.read', 'theme.read', 'equipment.read', 'duty.read'],
  ),
  '/userconfigs/loginconfig': page(['login_limit.read'], ['role.read']),
  '/userconfigs/themeconfig': page(['theme.read'], ['user.pick']),
  '/userconfigs/rolepermissions': page(['role.read']),
  '/userconfigs/userequipment': page(['equipment.read', 'user.read'], ['group.read', 'project.read']),
  '/siteconfigs/sites': page(
    ['site.read'],
    ['site.write', 'agreement.read', 'dictionary.read', 'knocking.read', 'component.read', ...tree],
  ),
  '/siteconfigs/productlines': page(['product.read'], ['component.read']),
  '/siteconfigs/projects': page(['project.read']),
  '/siteconfigs/protocols': page(['agreement.read', 'component.read'], ['agreement.write', ...why, ...tree]),
  '/siteconfigs/components': page(['component.read']),
  '/siteconfigs/devicefactors': page(['site.read', 'component.read'], tree),
  '/siteconfigs/datatypes': page(['dictionary.read']),
  '/siteconfigs/basins': page(['dictionary.read']),
  '/siteconfigs/blocks': page([], tree),
  '/muneconfigs/menupermissions': page(['role.read']),
  '/muneconfigs/menus': page([]),
  '/assistconfigs/versions': page(['version.read']),
  '/assistconfigs/fileupload': page(['file.read'], ['file.write']),
  '/assistconfigs/appprojects': page(['app.read']),
  '/assistconfigs/appfiles': page(['app.read'], ['file.write']),
  '/assistconfigs/platform': page(['platform.read']),
  '/assistconfigs/messages': page(['message.read']),
  '/assistconfigs/audit': page(['audit.read'], ['role.read', 'power.read', 'project.read', 'user.pick']),
  '/learning/articles': page(['article.read'], ['article.audit', 'article.write']),
  '/learning/articletypes': page(['article_type.read']),
  '/learning/audit': page(['article.audit', 'article.read']),
  '/learning/mine': page(['article.read']),
  '/learning/questionbank': page(['question.read'], ['question.write']),
  '/learning/practice': page(['practice.do']),
  '/learning/papers': page(['paper.read'], ['question.read']),
  '/learning/assessment': page(
    ['exam.sit'],
    ['order_type.read', 'role.read', 'assessment.read', 'competence.read', 'paper.read', 'assessment.write'],
  ),
  '/learning/scores': page(['exam.sit'], ['score.read', 'practice.do', 'assessment.read']),
  '/learning/softwarekey': page(['software_key.read']),
  '/learning/laboratory': page(['laboratory.use'], ['component.read']),
  '/meetings/rooms': page(['meeting_room.read'], ['group.read']),
  '/meetings/appointments': page(['meeting.read', 'meeting_room.read'], ['meeting.book']),
  '/logs/bugs': page(['bug.read'], ['version.read']),
  '/logs/versions': page(['version.read']),
};

/** Powers that the page of a power cannot work without. */
export function neededByPage(power_url: string): readonly string[] {
  return pagePowers[power_url]?.needs ?? [];
}
