import type { Words } from '../words.ts';
import type { app as zh } from '../zh/app.ts';
import { loginConfig } from './access/login-config.ts';
import * as menuPages from './access/menus.ts';
import { personal } from './access/personal.ts';
import { powerNames } from './access/power-names.ts';
import { powers } from './access/powers.ts';
import { roles } from './access/roles.ts';
import * as userPages from './access/users.ts';
import { air } from './air/air.ts';
import { alarmConfig } from './alarms/configuration.ts';
import { alarmKindSettings } from './alarms/kinds.ts';
import { alarmLog } from './alarms/log.ts';
import { maintenanceWindows } from './alarms/maintenance.ts';
import { alarmRules } from './alarms/rules.ts';
import * as alarmTellingPages from './alarms/telling.ts';
import { analysis } from './analysis/analysis.ts';
import { chartReport } from './analysis/chart-report.ts';
import { heatMap } from './analysis/heat-map.ts';
import { trackMap } from './analysis/track-map.ts';
import * as commandWords from './commands.ts';
import * as autoResupplyPages from './control/auto-resupply.ts';
import * as commandPages from './control/commands.ts';
import * as correctionPages from './control/corrections.ts';
import * as fitPages from './control/fit.ts';
import * as interferencePages from './control/interference.ts';
import * as kbPages from './control/kb.ts';
import { equipment } from './equipment/equipment.ts';
import * as appTables from './files/apps.ts';
import { files } from './files/files.ts';
import { duty } from './groups/duty.ts';
import { dutyCalendar } from './groups/duty-calendar.ts';
import * as userGroupPages from './groups/groups.ts';
import { themes } from './groups/themes.ts';
import * as historyImports from './history-import/history-import.ts';
import { firstSteps } from './home/first-steps.ts';
import { home } from './home/home.ts';
import { siteList } from './home/site-list.ts';
import { inUse } from './in-use.ts';
import * as articleAuditPages from './learning/article-audit.ts';
import { articleTypes } from './learning/article-types.ts';
import * as articlePages from './learning/articles.ts';
import * as assessmentPages from './learning/assessments.ts';
import { competence } from './learning/competence.ts';
import { laboratory } from './learning/laboratory.ts';
import * as myArticlePages from './learning/my-articles.ts';
import { papers } from './learning/papers.ts';
import * as practicePages from './learning/practice.ts';
import { questions } from './learning/questions.ts';
import * as scorePages from './learning/scores.ts';
import { softwareKeys } from './learning/software-keys.ts';
import { lists } from './lists.ts';
import { map } from './map.ts';
import { meetings } from './meetings/meetings.ts';
import * as meetingRoomPages from './meetings/rooms.ts';
import { menu } from './menu.ts';
import { heldPackets } from './packets/held.ts';
import { heldCorrections } from './packets/held-corrections.ts';
import { packets, unmappedCodes, wire } from './packets/packets.ts';
import { packetsPage } from './packets/packets-page.ts';
import { unregistered } from './packets/unregistered.ts';
import { pageWords } from './page-words.ts';
import { audit } from './platform/audit.ts';
import { bugs } from './platform/bugs.ts';
import { messages } from './platform/messages.ts';
import { platformConfig } from './platform/platform-config.ts';
import { platformStatus } from './platform/platform-status.ts';
import { upkeep } from './platform/upkeep.ts';
import { versions } from './platform/versions.ts';
import { history } from './readings/history.ts';
import { reportFiles, reportSchedules } from './reports/report-schedules.ts';
import { reports } from './reports/reports.ts';
import { why } from './reports/why.ts';
import { shell } from './shell.ts';
import { agreementCommands } from './site-config/agreement-commands.ts';
import * as agreementTables from './site-config/agreements.ts';
import { deviceFactors } from './site-config/device-factors.ts';
import * as factorTables from './site-config/factors.ts';
import * as productTables from './site-config/products.ts';
import * as regionTables from './site-config/regions.ts';
import { waterClasses } from './site-config/water-class.ts';
import { sitePicker } from './site-picker.ts';
import { deviceLogs } from './sites/device-logs.ts';
import { siteBatch, siteImport } from './sites/import.ts';
import { siteOverview } from './sites/overview.ts';
import { pushSecret } from './sites/push.ts';
import { sitePage } from './sites/site-page.ts';
import { sites } from './sites/sites.ts';
import { standards } from './standards.ts';
import { wall } from './wisdom-screen/wisdom-screen.ts';
import { orders } from './work-orders/orders.ts';
import * as orderPlanPages from './work-orders/plans.ts';
import * as orderRequestPages from './work-orders/requests.ts';
import * as orderTypePages from './work-orders/types.ts';

export const app = {
  menu,
  pageWords,
  powerNames,
  map,
  standards,
  air,
  analysis,
  alarmLog,
  alarmRules,
  alarmConfig,
  alarmKindSettings,
  maintenanceWindows,
  ...alarmTellingPages,
  ...commandWords,
  questions,
  ...practicePages,
  papers,
  ...assessmentPages,
  ...scorePages,
  competence,
  ...articleAuditPages,
  articleTypes,
  ...articlePages,
  ...myArticlePages,
  softwareKeys,
  laboratory,
  meetings,
  ...meetingRoomPages,
  orders,
  ...orderTypePages,
  ...orderRequestPages,
  ...orderPlanPages,
  ...autoResupplyPages,
  ...commandPages,
  ...correctionPages,
  ...fitPages,
  ...interferencePages,
  ...kbPages,
  reports,
  why,
  reportSchedules,
  reportFiles,
  ...historyImports,
  shell,
  inUse,
  lists,
  ...userPages,
  roles,
  equipment,
  powers,
  personal,
  audit,
  messages,
  platformConfig,
  platformStatus,
  upkeep,
  loginConfig,
  sites,
  siteImport,
  siteBatch,
  packets,
  wire,
  unmappedCodes,
  deviceFactors,
  waterClasses,
  pushSecret,
  deviceLogs,
  packetsPage,
  heldPackets,
  heldCorrections,
  sitePicker,
  history,
  home,
  themes,
  sitePage,
  siteOverview,
  firstSteps,
  siteList,
  ...menuPages,
  ...productTables,
  ...factorTables,
  ...agreementTables,
  agreementCommands,
  ...regionTables,
  unregistered,
  versions,
  bugs,
  ...userGroupPages,
  duty,
  dutyCalendar,
  files,
  ...appTables,
  wall,
  heatMap,
  chartReport,
  trackMap,
} satisfies Words<typeof zh>;
