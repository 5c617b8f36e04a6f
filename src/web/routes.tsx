import { Suspense } from 'react';
import type { RouteObject } from 'react-router';
import { sections } from '#shared/menu.ts';
import { userInfo } from '#web/api/session.ts';
import { pending } from '#web/pending.ts';
import {
  leadTo,
  refuseOvertime,
  refuseRepeatedLogin,
  requireSession,
  straightenAddress,
} from '#web/shell/guards.ts';
import { LazyPage, type PageChunk, pageChunk } from '#web/shell/lazy-page.tsx';
import { Root } from '#web/shell/Root.tsx';
import { NotBuiltPage, NotFoundPage } from '#web/shell/StandInPages.tsx';
import { shellChunk } from '#web/shell/shell-chunk.ts';
import { signOut, signOutRoute } from '#web/shell/sign-out.ts';

const loginChunk = pageChunk(async () => (await import('#web/shell/login/LoginScreen.tsx')).LoginScreen);

const overtimeChunk = pageChunk(async () => (await import('#web/shell/OvertimePage.tsx')).OvertimePage);

const faultReportChunk = pageChunk(
  async () => (await import('#web/features/work-orders/FaultReportPage.tsx')).FaultReportPage,
);

const downloadChunk = pageChunk(
  async () => (await import('#web/features/files/DownloadPage.tsx')).DownloadPage,
);

/**
 * Preloads the sign-in chunk together with the words: once shown, a Suspense fallback stays for a third of a second. A
 * failure is reported when the page renders.
 */
export async function firstChunk(): Promise<void> {
  if (!userInfo()) await loginChunk.load().catch(() => undefined);
}

/** All built pages by path, each in its own chunk. Missing ones are in `pending.ts`. */
export const pages: Record<string, PageChunk> = {
  '/homepages': pageChunk(async () => (await import('#web/features/home/HomePage.tsx')).HomePage),
  '/wisdomscreen': pageChunk(
    async () => (await import('#web/features/wisdom-screen/WisdomScreenPage.tsx')).WisdomScreenPage,
  ),
  '/dataanalysis/heatmap': pageChunk(
    async () => (await import('#web/features/analysis/HeatMapPage.tsx')).HeatMapPage,
  ),
  '/dataanalysis/trackmap': pageChunk(
    async () => (await import('#web/features/analysis/TrackMapPage.tsx')).TrackMapPage,
  ),
  '/sites/:mn': pageChunk(async () => (await import('#web/features/sites/SitePage.tsx')).SitePage),
  '/dataanalysis/historicaldata': pageChunk(
    async () => (await import('./features/readings/HistoryPage.tsx')).HistoryPage,
  ),
  '/dataanalysis/historyimport': pageChunk(
    async () => (await import('#web/features/history-import/HistoryImportPage.tsx')).HistoryImportPage,
  ),
  '/dataanalysis/airindexforms': pageChunk(
    async () => (await import('#web/features/air/AirFormsPage.tsx')).AirFormsPage,
  ),
  '/dataanalysis/goodrate': pageChunk(
    async () => (await import('#web/features/air/GoodRatePage.tsx')).GoodRatePage,
  ),
  '/dataanalysis/singleparameter': pageChunk(
    async () => (await import('#web/features/analysis/SingleParameterPage.tsx')).SingleParameterPage,
  ),
  '/dataanalysis/comprehensivecharts': pageChunk(
    async () => (await import('#web/features/analysis/ComprehensivePage.tsx')).ComprehensivePage,
  ),
  '/dataanalysis/multiparameter': pageChunk(
    async () => (await import('#web/features/analysis/MultiParameterPage.tsx')).MultiParameterPage,
  ),
  '/alarmdatas/standards': pageChunk(
    async () => (await import('#web/features/alarms/StandardsPage.tsx')).StandardsPage,
  ),
  '/datareports/daily': pageChunk(
    async () => (await import('#web/features/reports/pages.tsx')).DailyReportPage,
  ),
  '/datareports/weekly': pageChunk(
    async () => (await import('#web/features/reports/pages.tsx')).WeeklyReportPage,
  ),
  '/datareports/monthly': pageChunk(
    async () => (await import('#web/features/reports/pages.tsx')).MonthlyReportPage,
  ),
  '/datareports/yearly': pageChunk(
    async () => (await import('#web/features/reports/pages.tsx')).YearlyReportPage,
  ),
  '/alarmdatas/configuration': pageChunk(
    async () => (await import('#web/features/alarms/ConfigurationPage.tsx')).ConfigurationPage,
  ),
  '/alarmdatas/log': pageChunk(
    async () => (await import('#web/features/alarms/AlarmLogPage.tsx')).AlarmLogPage,
  ),
  '/workorder/process': pageChunk(
    async () => (await import('#web/features/work-orders/ProcessPage.tsx')).ProcessPage,
  ),
  '/learning/questionbank': pageChunk(
    async () => (await import('#web/features/learning/QuestionBankPage.tsx')).QuestionBankPage,
  ),
  '/learning/practice': pageChunk(
    async () => (await import('#web/features/learning/PracticePage.tsx')).PracticePage,
  ),
  '/learning/papers': pageChunk(
    async () => (await import('#web/features/learning/PapersPage.tsx')).PapersPage,
  ),
  '/learning/assessment': pageChunk(
    async () => (await import('#web/features/learning/AssessmentPage.tsx')).AssessmentPage,
  ),
  '/learning/scores': pageChunk(
    async () => (await import('#web/features/learning/ScoresPage.tsx')).ScoresPage,
  ),
  '/meetings/rooms': pageChunk(async () => (await import('#web/features/meetings/RoomsPage.tsx')).RoomsPage),
  '/meetings/appointments': pageChunk(
    async () => (await import('#web/features/meetings/AppointmentsPage.tsx')).AppointmentsPage,
  ),
  '/workorder/duty': pageChunk(async () => (await import('#web/features/groups/DutyPage.tsx')).DutyPage),
  '/workorder/orders': pageChunk(
    async () => (await import('#web/features/work-orders/OrdersPage.tsx')).OrdersPage,
  ),
  '/countercharges/kbvalue': pageChunk(async () => (await import('#web/features/control/KbPage.tsx')).KbPage),
  '/countercharges/interference': pageChunk(
    async () => (await import('#web/features/control/InterferencePage.tsx')).InterferencePage,
  ),
  '/countercharges/resupply': pageChunk(
    async () => (await import('#web/features/control/ResupplyPage.tsx')).ResupplyPage,
  ),
  '/countercharges/autoresupply': pageChunk(
    async () => (await import('#web/features/control/AutoResupplyPage.tsx')).AutoResupplyPage,
  ),
  '/countercharges/information': pageChunk(
    async () => (await import('#web/features/control/InformationPage.tsx')).InformationPage,
  ),
  '/countercharges/multisiteoriginal': pageChunk(
    async () => (await import('#web/features/control/OriginalValuesPage.tsx')).OriginalValuesPage,
  ),
  '/countercharges/originaldata': pageChunk(
    async () => (await import('#web/features/packets/PacketsPage.tsx')).PacketsPage,
  ),
  '/personal': pageChunk(async () => (await import('./features/access/PersonalPage.tsx')).PersonalPage),
  '/userconfigs/permissions': pageChunk(
    async () => (await import('#web/features/access/PermissionsPage.tsx')).PermissionsPage,
  ),
  '/userconfigs/users': pageChunk(async () => (await import('#web/features/access/UsersPage.tsx')).UsersPage),
  '/userconfigs/roles': pageChunk(async () => (await import('#web/features/access/RolesPage.tsx')).RolesPage),
  '/userconfigs/usergroups': pageChunk(
    async () => (await import('./features/groups/UserGroupsPage.tsx')).UserGroupsPage,
  ),
  '/userconfigs/usergroupmanagement': pageChunk(
    async () => (await import('./features/groups/GroupManagementPage.tsx')).GroupManagementPage,
  ),
  '/userconfigs/themeconfig': pageChunk(
    async () => (await import('./features/groups/ThemesPage.tsx')).ThemesPage,
  ),
  '/userconfigs/rolepermissions': pageChunk(
    async () => (await import('#web/features/access/RolePermissionsPage.tsx')).RolePermissionsPage,
  ),
  '/userconfigs/loginconfig': pageChunk(
    async () => (await import('#web/features/access/LoginConfigPage.tsx')).LoginConfigPage,
  ),
  '/userconfigs/userequipment': pageChunk(
    async () => (await import('#web/features/equipment/UserEquipmentPage.tsx')).UserEquipmentPage,
  ),
  '/siteconfigs/sites': pageChunk(async () => (await import('./features/sites/SitesPage.tsx')).SitesPage),
  '/siteconfigs/productlines': pageChunk(
    async () => (await import('#web/features/site-config/ProductLinesPage.tsx')).ProductLinesPage,
  ),
  '/siteconfigs/projects': pageChunk(
    async () => (await import('#web/features/site-config/ProjectsPage.tsx')).ProjectsPage,
  ),
  '/siteconfigs/protocols': pageChunk(
    async () => (await import('#web/features/site-config/ProtocolsPage.tsx')).ProtocolsPage,
  ),
  '/siteconfigs/components': pageChunk(
    async () => (await import('#web/features/site-config/ComponentsPage.tsx')).ComponentsPage,
  ),
  '/siteconfigs/devicefactors': pageChunk(
    async () => (await import('#web/features/site-config/DeviceFactorsPage.tsx')).DeviceFactorsPage,
  ),
  '/siteconfigs/datatypes': pageChunk(
    async () => (await import('#web/features/site-config/DataTypesPage.tsx')).DataTypesPage,
  ),
  '/siteconfigs/basins': pageChunk(
    async () => (await import('#web/features/site-config/BasinsPage.tsx')).BasinsPage,
  ),
  '/siteconfigs/blocks': pageChunk(
    async () => (await import('#web/features/site-config/BlocksPage.tsx')).BlocksPage,
  ),
  '/assistconfigs/versions': pageChunk(
    async () => (await import('#web/features/platform/VersionsPage.tsx')).VersionsPage,
  ),
  '/assistconfigs/fileupload': pageChunk(
    async () => (await import('#web/features/files/FilesPage.tsx')).FilesPage,
  ),
  '/assistconfigs/appprojects': pageChunk(
    async () => (await import('#web/features/files/AppProjectsPage.tsx')).AppProjectsPage,
  ),
  '/assistconfigs/appfiles': pageChunk(
    async () => (await import('#web/features/files/AppFilesPage.tsx')).AppFilesPage,
  ),
  '/learning/articles': pageChunk(
    async () => (await import('#web/features/learning/ArticlesPage.tsx')).ArticlesPage,
  ),
  '/learning/articletypes': pageChunk(
    async () => (await import('#web/features/learning/ArticleTypesPage.tsx')).ArticleTypesPage,
  ),
  '/learning/audit': pageChunk(
    async () => (await import('#web/features/learning/ArticleAuditPage.tsx')).ArticleAuditPage,
  ),
  '/learning/mine': pageChunk(
    async () => (await import('#web/features/learning/MyLearningPage.tsx')).MyLearningPage,
  ),
  '/learning/softwarekey': pageChunk(
    async () => (await import('#web/features/learning/SoftwareKeysPage.tsx')).SoftwareKeysPage,
  ),
  '/learning/laboratory': pageChunk(
    async () => (await import('#web/features/learning/LaboratoryPage.tsx')).LaboratoryPage,
  ),
  '/logs/bugs': pageChunk(async () => (await import('#web/features/platform/BugsPage.tsx')).BugsPage),
  '/logs/versions': pageChunk(
    async () => (await import('#web/features/platform/VersionDetailsPage.tsx')).VersionDetailsPage,
  ),
  '/muneconfigs/menus': pageChunk(async () => (await import('./features/access/MenusPage.tsx')).MenusPage),
  '/muneconfigs/menupermissions': pageChunk(
    async () => (await import('#web/features/access/MenuPermissionsPage.tsx')).MenuPermissionsPage,
  ),
  '/assistconfigs/platform': pageChunk(
    async () => (await import('#web/features/platform/PlatformConfigPage.tsx')).PlatformConfigPage,
  ),
  '/assistconfigs/messages': pageChunk(
    async () => (await import('#web/features/platform/MessagesPage.tsx')).MessagesPage,
  ),
  '/assistconfigs/audit': pageChunk(
    async () => (await import('#web/features/platform/AuditPage.tsx')).AuditPage,
  ),
};

export const routes: RouteObject[] = [
  {
    loader: straightenAddress,
    shouldRevalidate: () => true,
    element: <Root />,
    hydrateFallbackElement: <div />,
    children: [
      {
        path: '/login',
        loader: refuseRepeatedLogin,
        element: (
          <Suspense fallback={null}>
            <LazyPage chunk={loginChunk} />
          </Suspense>
        ),
      },
      { path: '/download', element: <LazyPage chunk={downloadChunk} /> },
      { path: '/report/:token', element: <LazyPage chunk={faultReportChunk} /> },
      { path: '/overtime', loader: refuseOvertime, element: <LazyPage chunk={overtimeChunk} /> },
      { path: signOutRoute, loader: signOut, element: null },
      {
        loader: requireSession,
        // Revalidates on every navigation, so that an ended session redirects at once.
        shouldRevalidate: () => true,
        element: <LazyPage chunk={shellChunk} />,
        children: [
          { path: '/', loader: (asked) => leadTo('/homepages', asked) },
          { path: '/404', element: <NotFoundPage /> },
          // The path of a section redirects to one of its pages, chosen by the shell's gate.
          ...sections.map(({ path }) => ({ path, element: null })),
          ...Object.entries(pages).map(([path, chunk]) => ({ path, element: <LazyPage chunk={chunk} /> })),
          ...pending.filter((path) => !(path in pages)).map((path) => ({ path, element: <NotBuiltPage /> })),
          { path: '*', loader: (asked) => leadTo('/404', asked) },
        ],
      },
    ],
  },
];
