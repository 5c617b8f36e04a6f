import { loginLimitRoutes } from '#server/features/access/login-config.routes.ts';
import { menuRoutes } from '#server/features/access/menus.routes.ts';
import { onlineRoutes } from '#server/features/access/online.routes.ts';
import { personalRoutes } from '#server/features/access/personal.routes.ts';
import { roleRoutes } from '#server/features/access/roles.routes.ts';
import { signInRoutes } from '#server/features/access/sign-in.routes.ts';
import { userImportRoutes } from '#server/features/access/user-import.ts';
import { userRoutes } from '#server/features/access/users.routes.ts';
import { airRoutes } from '#server/features/air/air.routes.ts';
import { airTables } from '#server/features/air/air-tables.ts';
import { appRoutes } from '#server/features/files/apps.routes.ts';
import { fileRoutes } from '#server/features/files/files.routes.ts';
import { historyImportRoutes } from '#server/features/history-import/history-import.routes.ts';
import { importFormTable } from '#server/features/history-import/import-form.ts';
import { importProblemTable } from '#server/features/history-import/problem-table.ts';
import { firstStepsRoutes } from '#server/features/home/first-steps.routes.ts';
import { homeRoutes } from '#server/features/home/home.routes.ts';
import { auditRoutes } from '#server/features/platform/audit.routes.ts';
import { bugRoutes } from '#server/features/platform/bugs.routes.ts';
import { faceRoutes } from '#server/features/platform/face.routes.ts';
import { jobRoutes } from '#server/features/platform/jobs.routes.ts';
import { mapRoutes } from '#server/features/platform/maps.routes.ts';
import { inboxRoutes, messageRoutes } from '#server/features/platform/messages.routes.ts';
import { pictureRoutes } from '#server/features/platform/pictures.routes.ts';
import { platformConfigRoutes } from '#server/features/platform/platform-config.routes.ts';
import { statusRoutes } from '#server/features/platform/platform-status.routes.ts';
import { upkeepRoutes } from '#server/features/platform/upkeep.routes.ts';
import { versionRoutes } from '#server/features/platform/versions.routes.ts';
import { firstDataRoutes } from '#server/features/readings/first-data.routes.ts';
import { historyRoutes } from '#server/features/readings/history.routes.ts';
import { historyTable } from '#server/features/readings/history-table.ts';
import { measuredTable } from '#server/features/readings/measured-table.ts';
import { readingRoutes } from '#server/features/readings/readings.routes.ts';
import { realtimeRoutes } from '#server/features/readings/realtime.routes.ts';
import { savedQueryRoutes } from '#server/features/readings/saved-queries.routes.ts';
import { trackRoutes } from '#server/features/readings/tracks.routes.ts';
import { scheduleRoutes } from '#server/features/reports/report-schedules.routes.ts';
import { reportTable } from '#server/features/reports/report-tables.ts';
import { reportRoutes } from '#server/features/reports/reports.routes.ts';
import { siteBatchRoutes } from '#server/features/sites/batch.routes.ts';
import { deviceLogRoutes } from '#server/features/sites/device-logs.routes.ts';
import { siteMarkRoutes } from '#server/features/sites/marks.routes.ts';
import { networkRoutes } from '#server/features/sites/network.routes.ts';
import { pushRoutes } from '#server/features/sites/push.routes.ts';
import { siteImportProblems, siteImportRoutes } from '#server/features/sites/site-import.ts';
import { siteRoutes } from '#server/features/sites/sites.routes.ts';
import type { Route } from '#server/http/route.ts';
import type { TableSource } from '#server/tables/source.ts';
import { backTestRoutes } from './features/alarms/back-test.routes.ts';
import { alarmKindRoutes } from './features/alarms/kinds.routes.ts';
import { alarmLogRoutes } from './features/alarms/log.routes.ts';
import { maintenanceRoutes } from './features/alarms/maintenance.routes.ts';
import { alarmRecipientRoutes } from './features/alarms/recipients.routes.ts';
import { alarmRobotRoutes } from './features/alarms/robots.routes.ts';
import { alarmRuleRoutes } from './features/alarms/rules.routes.ts';
import { alarmRuleImportRoutes } from './features/alarms/rules-import.ts';
import { alarmTellingRoutes } from './features/alarms/telling.routes.ts';
import { alarmViewRoutes } from './features/alarms/view.routes.ts';
import { siteComparisonRoutes } from './features/analysis/comparison.routes.ts';
import { analysisValueRoutes } from './features/analysis/values.routes.ts';
import { autoResupplyRoutes } from './features/control/auto-resupply.routes.ts';
import { commandBatchRoutes } from './features/control/batches.routes.ts';
import { commandRoutes } from './features/control/commands.routes.ts';
import { correctionPlaceRoutes } from './features/control/corrections.routes.ts';
import { siteFitRoutes } from './features/control/fit.routes.ts';
import { deviceInformationRoutes } from './features/control/information.routes.ts';
import { interferenceRoutes } from './features/control/interference.routes.ts';
import { kbRoutes } from './features/control/kb.routes.ts';
import { kbImportRoutes } from './features/control/kb-import.ts';
import { controlLeaseRoutes } from './features/control/lease.routes.ts';
import { originalValueRoutes } from './features/control/original.routes.ts';
import { originalTable } from './features/control/original-table.ts';
import { resupplyRoutes } from './features/control/resupply.routes.ts';
import { equipmentRoutes } from './features/equipment/equipment.routes.ts';
import { dutyRoutes } from './features/groups/duty.routes.ts';
import { dutyCalendarRoutes } from './features/groups/duty-calendar.routes.ts';
import { dutySwapRoutes } from './features/groups/duty-swaps.routes.ts';
import { groupRoutes } from './features/groups/groups.routes.ts';
import { themeRoutes } from './features/groups/themes.routes.ts';
import { articleAuditRoutes } from './features/learning/article-audit.routes.ts';
import { articleCommentRoutes } from './features/learning/article-comments.routes.ts';
import { articleDownloadRoutes } from './features/learning/article-downloads.routes.ts';
import { articleStatisticsRoutes } from './features/learning/article-statistics.routes.ts';
import { articleTypeRoutes } from './features/learning/article-types.routes.ts';
import { articleRoutes } from './features/learning/articles.routes.ts';
import { assessmentRoutes } from './features/learning/assessments.routes.ts';
import { competenceRoutes } from './features/learning/competence.routes.ts';
import { laboratoryRoutes } from './features/learning/laboratory.routes.ts';
import { myArticleRoutes } from './features/learning/my-articles.routes.ts';
import { paperRoutes } from './features/learning/papers.routes.ts';
import { practiceRoutes } from './features/learning/practice.routes.ts';
import { questionImportRoutes } from './features/learning/question-import.ts';
import { questionRoutes } from './features/learning/questions.routes.ts';
import { scoreRoutes } from './features/learning/scores.routes.ts';
import { sittingRoutes } from './features/learning/sittings.routes.ts';
import { softwareKeyRoutes } from './features/learning/software-keys.routes.ts';
import { meetingRoutes } from './features/meetings/meetings.routes.ts';
import { roomRoutes } from './features/meetings/rooms.routes.ts';
import { decodeRoutes } from './features/packets/decode.routes.ts';
import { heldRoutes } from './features/packets/held.routes.ts';
import { heldCorrectionRoutes } from './features/packets/held-corrections.routes.ts';
import { packetRoutes } from './features/packets/packets.routes.ts';
import { unmappedRoutes } from './features/packets/unmapped.routes.ts';
import { unregisteredRoutes } from './features/packets/unregistered.routes.ts';
import { agreementCommandRoutes } from './features/site-config/agreement-commands.routes.ts';
import { agreementRoutes } from './features/site-config/agreements.routes.ts';
import { factorRoutes } from './features/site-config/factors.routes.ts';
import { productRoutes } from './features/site-config/products.routes.ts';
import { regionRoutes } from './features/site-config/regions.routes.ts';
import { waterClassRoutes } from './features/site-config/water-class.routes.ts';
import { wallLayoutRoutes } from './features/wisdom-screen/layout.routes.ts';
import { orderCalendarRoutes } from './features/work-orders/calendar.routes.ts';
import { orderCodeRoutes } from './features/work-orders/codes.routes.ts';
import { orderCommentRoutes } from './features/work-orders/comments.routes.ts';
import { faultReportRoutes } from './features/work-orders/fault-reports.routes.ts';
import { orderRoutes } from './features/work-orders/orders.routes.ts';
import { orderPlanRoutes } from './features/work-orders/plans.routes.ts';
import { orderRequestRoutes } from './features/work-orders/requests.routes.ts';
import { orderStatisticsRoutes } from './features/work-orders/statistics.routes.ts';
import { orderTypeRoutes } from './features/work-orders/types.routes.ts';

/** The routes of all features. `tables` below can be exported in addition to their lists. */
export const routes: readonly Route[] = [
  ...signInRoutes,
  ...loginLimitRoutes,
  ...personalRoutes,
  ...inboxRoutes,
  ...userRoutes,
  ...onlineRoutes,
  ...userImportRoutes,
  ...roleRoutes,
  ...groupRoutes,
  ...themeRoutes,
  ...dutyRoutes,
  ...dutyCalendarRoutes,
  ...dutySwapRoutes,
  ...equipmentRoutes,
  ...menuRoutes,
  ...auditRoutes,
  ...faceRoutes,
  ...firstStepsRoutes,
  ...mapRoutes,
  ...pictureRoutes,
  ...versionRoutes,
  ...bugRoutes,
  ...messageRoutes,
  ...platformConfigRoutes,
  ...jobRoutes,
  ...upkeepRoutes,
  ...statusRoutes,
  ...fileRoutes,
  ...appRoutes,
  ...siteRoutes,
  ...siteImportRoutes,
  ...siteBatchRoutes,
  ...siteMarkRoutes,
  ...pushRoutes,
  ...networkRoutes,
  ...productRoutes,
  ...factorRoutes,
  ...waterClassRoutes,
  ...agreementRoutes,
  ...agreementCommandRoutes,
  ...regionRoutes,
  ...readingRoutes,
  ...savedQueryRoutes,
  ...historyRoutes,
  ...analysisValueRoutes,
  ...siteComparisonRoutes,
  ...historyImportRoutes,
  ...realtimeRoutes,
  ...airRoutes,
  ...firstDataRoutes,
  ...reportRoutes,
  ...scheduleRoutes,
  ...homeRoutes,
  ...wallLayoutRoutes,
  ...trackRoutes,
  ...alarmRuleRoutes,
  ...alarmRuleImportRoutes,
  ...backTestRoutes,
  ...alarmKindRoutes,
  ...maintenanceRoutes,
  ...alarmRecipientRoutes,
  ...alarmRobotRoutes,
  ...alarmTellingRoutes,
  ...alarmLogRoutes,
  ...alarmViewRoutes,
  ...articleTypeRoutes,
  ...articleRoutes,
  ...articleDownloadRoutes,
  ...articleStatisticsRoutes,
  ...articleAuditRoutes,
  ...articleCommentRoutes,
  ...myArticleRoutes,
  ...softwareKeyRoutes,
  ...laboratoryRoutes,
  ...roomRoutes,
  ...questionRoutes,
  ...questionImportRoutes,
  ...practiceRoutes,
  ...paperRoutes,
  ...assessmentRoutes,
  ...sittingRoutes,
  ...scoreRoutes,
  ...competenceRoutes,
  ...meetingRoutes,
  ...orderTypeRoutes,
  ...orderRoutes,
  ...orderPlanRoutes,
  ...orderRequestRoutes,
  ...orderCodeRoutes,
  ...faultReportRoutes,
  ...orderStatisticsRoutes,
  ...orderCommentRoutes,
  ...orderCalendarRoutes,
  ...unregisteredRoutes,
  ...deviceLogRoutes,
  ...packetRoutes,
  ...decodeRoutes,
  ...unmappedRoutes,
  ...heldRoutes,
  ...heldCorrectionRoutes,
  ...commandRoutes,
  ...commandBatchRoutes,
  ...controlLeaseRoutes,
  ...kbRoutes,
  ...interferenceRoutes,
  ...siteFitRoutes,
  ...correctionPlaceRoutes,
  ...kbImportRoutes,
  ...resupplyRoutes,
  ...autoResupplyRoutes,
  ...deviceInformationRoutes,
  ...originalValueRoutes,
];

export const tables: readonly TableSource[] = [
  measuredTable,
  historyTable,
  importFormTable,
  importProblemTable,
  siteImportProblems,
  ...airTables,
  reportTable,
  originalTable,
];
