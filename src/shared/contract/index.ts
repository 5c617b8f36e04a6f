import { agreements, dataTypes } from './agreements.ts';
import { air } from './air.ts';
import { appDownloads, appFiles, appProjects } from './apps.ts';
import { bugActions, bugs } from './bugs.ts';
import type { AnyCall } from './define.ts';
import { deviceLogs } from './device-logs.ts';
import { duty } from './duty.ts';
import { equipment } from './equipment.ts';
import { components, factorCalls } from './factors.ts';
import { fileList, files, uploads } from './files.ts';
import { firstData } from './first-data.ts';
import { groupMembers, userGroups } from './groups.ts';
import { heldActions, heldPackets } from './held.ts';
import { history } from './history.ts';
import { historyImportCalls, historyImports } from './history-import.ts';
import { home } from './home.ts';
import { knocking, knockingActions } from './knocking.ts';
import { menuActions, menuPowers, menus, themes, themeUsers } from './menus.ts';
import { inbox, messageActions, messages } from './messages.ts';
import { network, shortSites } from './network.ts';
import { decoding, packets, unmappedCodes } from './packets.ts';
import { devices, notices } from './personal.ts';
import { pictures } from './pictures.ts';
import { audit, jobs, maps } from './platform.ts';
import { platformConfig } from './platform-config.ts';
import { platformStatus } from './platform-status.ts';
import { products, projects } from './products.ts';
import { pushSecrets } from './push.ts';
import { readings } from './readings.ts';
import { realtime } from './realtime.ts';
import { basins, blocks, regions } from './regions.ts';
import { reportFileActions, reportFiles, reportSchedules } from './report-schedules.ts';
import { reports } from './reports.ts';
import { powers, rolePowers, roles } from './roles.ts';
import { loginLimits, signIn } from './sign-in.ts';
import { siteActions, siteImport, sites } from './sites.ts';
import { tracks } from './tracks.ts';
import { upkeep } from './upkeep.ts';
import { userActions, userImport, users } from './users.ts';
import { versionNews, versions } from './versions.ts';
import { waterClasses } from './water-class.ts';

/** Every call of the product by feature. What is not here does not exist. */
export const contract = {
  access: {
    signIn,
    loginLimits,
    devices,
    notices,
    inbox,
    roles,
    powers,
    rolePowers,
    users,
    userActions,
    userImport,
    userGroups,
    groupMembers,
    duty,
    equipment,
    menus,
    menuActions,
    menuPowers,
    themes,
    themeUsers,
  },
  sites: {
    sites,
    siteActions,
    siteImport,
    pushSecrets,
    shortSites,
    network,
    products,
    projects,
    components,
    factorCalls,
    waterClasses,
    agreements,
    dataTypes,
    regions,
    blocks,
    basins,
    deviceLogs,
    knocking,
    knockingActions,
  },
  readings: {
    readings,
    history,
    historyImports,
    historyImportCalls,
    realtime,
    tracks,
    air,
    firstData,
    reports,
    reportSchedules,
    reportFiles,
    reportFileActions,
    home,
  },
  control: { packets, decoding, unmappedCodes, heldPackets, heldActions },
  platform: {
    audit,
    jobs,
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
  },
  files: { fileList, files, uploads, appProjects, appFiles, appDownloads, pictures },
};

export interface NamedCall {
  feature: string;
  /** Where the contract keeps it, e.g. `roles.edit`. */
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
