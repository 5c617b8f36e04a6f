import { useSyncExternalStore } from 'react';
import type { Account, UserSet } from '#shared/contract/access/sign-in.ts';
import { defaultZone, setNetworkZone } from '#shared/domain/time.ts';
import { readToken } from './token.ts';

export interface UserInfo {
  access_token: string;
  refresh_token: string;
  user: Account;
  user_set: UserSet;
}

const key = 'user_info';
const listeners = new Set<() => void>();
let current = stored();
followZone();

/**
 * Tabs of one session share rotated tokens. A duplicated tab copies the session storage once; without this it would
 * later present an old refresh token, which the server treats as theft.
 */
const otherTabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('session');
otherTabs?.addEventListener('message', ({ data }: MessageEvent<UserInfo>) => {
  if (current && sameSession(current.access_token, data.access_token)) keep(data);
});

export function userInfo(): UserInfo | undefined {
  return current;
}

export function useSession(): UserInfo | undefined {
  return useSyncExternalStore(onSession, userInfo);
}

/** The role from the token (spec §6). Role 0 is the super administrator. */
export function roleId(): number | undefined {
  return current && readToken(current.access_token)?.role_id;
}

export function signedIn(info: UserInfo): void {
  keep(info);
}

/** Stores refreshed tokens in the session, here and in its other tabs. */
export function renewed(change: Partial<UserInfo>): void {
  if (!current) return;
  keep({ ...current, ...change });
  otherTabs?.postMessage(current);
}

export function signedOut(): void {
  current = undefined;
  sessionStorage.removeItem(key);
  tell();
}

export function onSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether two tokens belong to one sign-in, before and after a rotation. */
export function sameSession(one: string, other: string): boolean {
  const a = readToken(one);
  const b = readToken(other);
  return a !== undefined && b !== undefined && a.uid === b.uid && a.sid === b.sid;
}

function keep(info: UserInfo): void {
  current = info;
  followZone();
  sessionStorage.setItem(key, JSON.stringify(info));
  tell();
}

/** Falls back to the default zone, as sessions stored by an older version lack the setting. */
function followZone(): void {
  setNetworkZone(current?.user_set.time_zone ?? defaultZone);
}

function tell(): void {
  for (const listener of [...listeners]) listener();
}

function stored(): UserInfo | undefined {
  try {
    const info = JSON.parse(sessionStorage.getItem(key) ?? 'null') as UserInfo | null;
    return info && readToken(info.access_token) ? info : undefined;
  } catch {
    return undefined;
  }
}
