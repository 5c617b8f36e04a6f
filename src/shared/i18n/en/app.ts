import type { Words } from '../words.ts';
import type { app as zh } from '../zh/app.ts';
import { air } from './air.ts';
import { audit } from './audit.ts';
import { deviceFactors } from './device-factors.ts';
import { deviceLogs } from './device-logs.ts';
import { equipment } from './equipment.ts';
import * as fileTables from './files.ts';
import { heldPackets } from './held.ts';
import { history } from './history.ts';
import * as historyImports from './history-import.ts';
import { home } from './home.ts';
import { lists } from './lists.ts';
import { loginConfig } from './login-config.ts';
import { map } from './map.ts';
import { menu } from './menu.ts';
import * as menuPages from './menus.ts';
import { messages, platformConfig } from './messages.ts';
import { packets, unmappedCodes, wire } from './packets.ts';
import { packetsPage } from './packets-page.ts';
import { personal } from './personal.ts';
import { platformStatus, upkeep } from './platform-status.ts';
import { powers } from './powers.ts';
import { pushSecret } from './push-secret.ts';
import { reportFiles, reportSchedules } from './report-schedules.ts';
import { reports } from './reports.ts';
import { roles } from './roles.ts';
import { shell } from './shell.ts';
import * as sitePages from './site-page.ts';
import { sitePicker } from './site-picker.ts';
import * as siteTables from './site-tables.ts';
import { sites } from './sites.ts';
import { standards } from './standards.ts';
import { themes } from './themes.ts';
import * as userGroupPages from './user-groups.ts';
import { users } from './users.ts';
import * as versionTables from './versions.ts';
import { waterClasses } from './water-class.ts';
import { why } from './why.ts';

export const app = {
  menu,
  map,
  standards,
  air,
  reports,
  why,
  reportSchedules,
  reportFiles,
  ...historyImports,
  shell,
  lists,
  users,
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
  packets,
  wire,
  unmappedCodes,
  deviceFactors,
  waterClasses,
  pushSecret,
  deviceLogs,
  packetsPage,
  heldPackets,
  sitePicker,
  history,
  home,
  themes,
  ...sitePages,
  ...menuPages,
  ...siteTables,
  ...versionTables,
  ...userGroupPages,
  ...fileTables,
} satisfies Words<typeof zh>;
