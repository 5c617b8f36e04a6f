import { loginLimits } from './access/login-config.ts';
import { menuActions, menuPowers, menus } from './access/menus.ts';
import { devices, notices } from './access/personal.ts';
import { powerHolders, powers, roleActions, rolePowers, roles } from './access/roles.ts';
import { signIn } from './access/sign-in.ts';
import { onlineActions, onlineUsers, userActions, userImport, users } from './access/users.ts';
import { air } from './air/air.ts';
import { alarmRuleTrial } from './alarms/back-test.ts';
import { alarmKindActions, alarmKindSettings } from './alarms/kinds.ts';
import { alarmActions, alarmLog } from './alarms/log.ts';
import { maintenanceNow, maintenanceWindows } from './alarms/maintenance.ts';
import { alarmRouteActions, alarmRoutes } from './alarms/recipients.ts';
import { alarmRobotActions, alarmRobots } from './alarms/robots.ts';
import { alarmRuleActions, alarmRuleImport, alarmRules } from './alarms/rules.ts';
import { alarmTelling, alarmTemplates } from './alarms/telling.ts';
import { alarmViews } from './alarms/view.ts';
import { siteComparison } from './analysis/comparison.ts';
import { analysisValues } from './analysis/values.ts';
import { autoResupply, autoResupplyActions, resupplyGaps, resupplyRuns } from './control/auto-resupply.ts';
import { batchActions, commandBatches } from './control/batches.ts';
import { commandActions, commandLog } from './control/commands.ts';
import { corrections } from './control/corrections.ts';
import { siteFit } from './control/fit.ts';
import { deviceInformation } from './control/information.ts';
import { interference } from './control/interference.ts';
import { kbActions, kbValues } from './control/kb.ts';
import { kbImport } from './control/kb-import.ts';
import { controlLease } from './control/lease.ts';
import { originalValues } from './control/original.ts';
import { resupply } from './control/resupply.ts';
import type { AnyCall } from './define.ts';
import { equipment } from './equipment/equipment.ts';
import { appDownloads, appFiles, appProjects } from './files/apps.ts';
import { fileList, files, uploads } from './files/files.ts';
import { duty } from './groups/duty.ts';
import { dutyCalendar, dutySwaps } from './groups/duty-calendar.ts';
import { groupMembers, userGroups } from './groups/groups.ts';
import { themes, themeUsers } from './groups/themes.ts';
import { historyImportCalls, historyImports } from './history-import/history-import.ts';
import { firstSteps } from './home/first-steps.ts';
import { home } from './home/home.ts';
import { articleAuditActions, articleAudits } from './learning/article-audit.ts';
import { articleComments, commentAuditActions, commentAudits } from './learning/article-comments.ts';
import { articleMenu, articleTypes } from './learning/article-types.ts';
import { articleActions, articleDownloads, articleStatistics, articles } from './learning/articles.ts';
import { assessmentActions, assessments } from './learning/assessments.ts';
import { competence } from './learning/competence.ts';
import { laboratory } from './learning/laboratory.ts';
import { articleCollections, myArticles, myCollections, myComments } from './learning/my-articles.ts';
import { paperActions, papers } from './learning/papers.ts';
import { practice, practiceRecords } from './learning/practice.ts';
import { questionActions, questionImport, questions } from './learning/questions.ts';
import { certificates, questionStatistics, scoreActions, scores } from './learning/scores.ts';
import { sittings } from './learning/sittings.ts';
import { softwareKeyActions, softwareKeys } from './learning/software-keys.ts';
import { meetingActions, meetings } from './meetings/meetings.ts';
import { departments, meetingRooms } from './meetings/rooms.ts';
import { heldActions, heldCorrections, heldPackets } from './packets/held.ts';
import { decoding, packets, unmappedCodes } from './packets/packets.ts';
import { unregistered, unregisteredActions } from './packets/unregistered.ts';
import { audit } from './platform/audit.ts';
import { bugActions, bugs } from './platform/bugs.ts';
import { face } from './platform/face.ts';
import { jobs } from './platform/jobs.ts';
import { maps } from './platform/maps.ts';
import { inbox, messageActions, messages } from './platform/messages.ts';
import { pictures } from './platform/pictures.ts';
import { platformConfig } from './platform/platform-config.ts';
import { platformStatus } from './platform/platform-status.ts';
import { upkeep } from './platform/upkeep.ts';
import { versionNews, versions } from './platform/versions.ts';
import { firstData } from './readings/first-data.ts';
import { history } from './readings/history.ts';
import { readings } from './readings/readings.ts';
import { realtime } from './readings/realtime.ts';
import { savedQueries } from './readings/saved-queries.ts';
import { tracks } from './readings/tracks.ts';
import { reportFileActions, reportFiles, reportSchedules } from './reports/report-schedules.ts';
import { reports } from './reports/reports.ts';
import { agreementCommands, agreementCommandTrials } from './site-config/agreement-commands.ts';
import { agreements, dataTypes } from './site-config/agreements.ts';
import { components, factorCalls } from './site-config/factors.ts';
import { products, projects } from './site-config/products.ts';
import { basins, blocks, regions } from './site-config/regions.ts';
import { waterClasses } from './site-config/water-class.ts';
import { siteBatch } from './sites/batch.ts';
import { deviceLogs } from './sites/device-logs.ts';
import { siteMarks } from './sites/marks.ts';
import { network, shortSites } from './sites/network.ts';
import { pushSecrets } from './sites/push.ts';
import { siteActions, siteImport, sites } from './sites/sites.ts';
import { wallLayouts } from './wisdom-screen/layout.ts';
import { orderCalendar } from './work-orders/calendar.ts';
import { orderComments } from './work-orders/comments.ts';
import { orderActions, orders } from './work-orders/orders.ts';
import { orderPlanSites, orderPlans } from './work-orders/plans.ts';
import { faultReports, orderCodes, orderRequestActions, orderRequests } from './work-orders/requests.ts';
import { orderStatistics } from './work-orders/statistics.ts';
import { orderTypeActions, orderTypes } from './work-orders/types.ts';

/** Every call of the product, by feature. A call that is not listed here does not exist. */
export const contract = {
  access: {
    signIn,
    loginLimits,
    devices,
    notices,
    roles,
    roleActions,
    powers,
    powerHolders,
    rolePowers,
    users,
    userActions,
    userImport,
    onlineUsers,
    onlineActions,
    menus,
    menuActions,
    menuPowers,
  },
  groups: { userGroups, groupMembers, duty, dutyCalendar, dutySwaps, themes, themeUsers },
  equipment: { equipment },
  'wisdom-screen': { wallLayouts },
  sites: {
    sites,
    siteActions,
    siteImport,
    siteBatch,
    siteMarks,
    pushSecrets,
    shortSites,
    network,
    deviceLogs,
  },
  'site-config': {
    products,
    projects,
    components,
    factorCalls,
    waterClasses,
    agreements,
    agreementCommands,
    agreementCommandTrials,
    dataTypes,
    regions,
    blocks,
    basins,
  },
  analysis: { analysisValues, siteComparison },
  readings: { readings, history, realtime, tracks, firstData, savedQueries },
  packets: {
    unregistered,
    unregisteredActions,
    packets,
    decoding,
    unmappedCodes,
    heldPackets,
    heldCorrections,
    heldActions,
  },
  control: {
    commandLog,
    commandActions,
    commandBatches,
    batchActions,
    controlLease,
    kbValues,
    kbActions,
    interference,
    siteFit,
    corrections,
    kbImport,
    resupply,
    autoResupply,
    autoResupplyActions,
    resupplyRuns,
    resupplyGaps,
    deviceInformation,
    originalValues,
  },
  air: { air },
  reports: { reports, reportSchedules, reportFiles, reportFileActions },
  'history-import': { historyImports, historyImportCalls },
  alarms: {
    alarmRules,
    alarmRuleActions,
    alarmRuleImport,
    alarmRuleTrial,
    alarmKindSettings,
    alarmKindActions,
    maintenanceWindows,
    maintenanceNow,
    alarmRoutes,
    alarmRouteActions,
    alarmRobots,
    alarmRobotActions,
    alarmTelling,
    alarmTemplates,
    alarmLog,
    alarmActions,
    alarmViews,
  },
  'work-orders': {
    orderTypes,
    orderTypeActions,
    orders,
    orderActions,
    orderPlans,
    orderPlanSites,
    orderRequests,
    orderRequestActions,
    orderCodes,
    faultReports,
    orderStatistics,
    orderComments,
    orderCalendar,
  },
  learning: {
    questions,
    questionActions,
    questionImport,
    practice,
    practiceRecords,
    papers,
    paperActions,
    assessments,
    assessmentActions,
    sittings,
    scores,
    scoreActions,
    questionStatistics,
    certificates,
    competence,
    articleTypes,
    articleMenu,
    articles,
    articleActions,
    articleDownloads,
    articleStatistics,
    articleAudits,
    articleAuditActions,
    articleComments,
    commentAudits,
    commentAuditActions,
    articleCollections,
    myArticles,
    myCollections,
    myComments,
    softwareKeys,
    softwareKeyActions,
    laboratory,
  },
  meetings: { departments, meetingRooms, meetings, meetingActions },
  home: { home, firstSteps },
  files: { files, fileList, uploads, appProjects, appFiles, appDownloads },
  platform: {
    inbox,
    audit,
    jobs,
    face,
    maps,
    versions,
    versionNews,
    bugs,
    bugActions,
    messages,
    messageActions,
    platformConfig,
    platformStatus,
    upkeep,
    pictures,
  },
};

export interface NamedCall {
  feature: string;
  /** Its name in the contract, such as `roles.edit`. */
  name: string;
  call: AnyCall;
}

export function everyCall(): NamedCall[] {
  return Object.entries(contract).flatMap(([feature, parts]) =>
    Object.entries(parts).flatMap(([part, members]) =>
      Object.entries(members as Record<string, unknown>)
        .filter((member): member is [string, AnyCall] => isCall(member[1]))
        .map(([verb, call]) => ({ feature, name: `${part}.${verb}`, call })),
    ),
  );
}

function isCall(value: unknown): value is AnyCall {
  return (
    typeof value === 'object' && value !== null && 'path' in value && 'input' in value && 'output' in value
  );
}
