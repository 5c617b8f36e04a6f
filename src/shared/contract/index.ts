import type { AnyCall } from './define.ts';
import { files } from './files.ts';
import { groupMembers, userGroups } from './groups.ts';
import { menuPowers, menus, themes, themeUsers } from './menus.ts';
import { audit, jobs } from './platform.ts';
import { powers, rolePowers, roles } from './roles.ts';
import { loginLimits, signIn } from './sign-in.ts';
import { userActions, userImport, users } from './users.ts';

/** Every call of the product by feature. What is not here does not exist. */
export const contract = {
  access: {
    signIn,
    loginLimits,
    roles,
    powers,
    rolePowers,
    users,
    userActions,
    userImport,
    userGroups,
    groupMembers,
    menus,
    menuPowers,
    themes,
    themeUsers,
  },
  platform: { audit, jobs },
  files: { files },
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
