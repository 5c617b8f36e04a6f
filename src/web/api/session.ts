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
 * Tabs of one session share rotated tokens: a duplicated tab copies session storage once, and without this it
 * would present its old refresh token later, which the server rightly takes for theft.
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

/** The role comes from the token (spec §6). Role 0 is the super administrator. */
export function roleId(): number | undefined {
  return current && readToken(current.access_token)?.role_id;
}

export function signedIn(info: UserInfo): void {
  keep(info);
}

/** Merges what a refresh answered into the session, here and in the session's other tabs. */
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

/** Two tokens of one sign-in, before and after a rotation. */
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

/** A session that an older version opened does not know it. */
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
