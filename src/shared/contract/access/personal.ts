import * as z from 'zod';
import { call, empty, listOf } from '#shared/contract/define.ts';
import { text, time } from '#shared/contract/fields.ts';

/** Describes a session, to tell it from others of the account. */
export const signedInDevice = {
  platform: z.string(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: time,
  seen_at: time,
  /** The session that makes the call. */
  current: z.boolean(),
};

/** The account's sessions. */
export const devices = {
  data: call({
    path: '/auth_login/login/user/me/devices',
    needs: 'signed-in',
    input: empty,
    output: listOf(z.object({ session_id: z.string(), ...signedInDevice })),
  }),
  /** Signs out a session: the next call of that device is refused. */
  out: call({
    path: '/auth_login/login/user/me/devices/out',
    needs: 'signed-in',
    writes: true,
    input: z.object({ session_id: z.uuid() }),
    output: empty,
  }),
  /** Signs out all other sessions. */
  outOthers: call({
    path: '/auth_login/login/user/me/devices/out/others',
    needs: 'signed-in',
    writes: true,
    input: empty,
    output: z.object({ count: z.int() }),
  }),
};

export const noticeKinds = z.enum(['alarm', 'order', 'report', 'meeting', 'platform']);
export type NoticeKind = z.output<typeof noticeKinds>;
const kinds = z.array(noticeKinds).max(noticeKinds.options.length);

const noticeChoices = z.object({
  email: text(120).regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'bad_email'),
  in_app: kinds,
  by_sms: kinds,
  by_email: kinds,
});
export type NoticeChoices = z.output<typeof noticeChoices>;

/** The user's notification settings. */
export const notices = {
  data: call({
    path: '/auth_login/login/user/me/notices',
    needs: 'signed-in',
    input: empty,
    output: noticeChoices,
  }),
  set: call({
    path: '/auth_login/login/user/me/notices/set',
    needs: 'signed-in',
    writes: true,
    input: noticeChoices.refine(({ email, by_email }) => email !== '' || by_email.length === 0, {
      path: ['email'],
      message: 'required',
    }),
    output: empty,
  }),
};
