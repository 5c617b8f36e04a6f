import { sql } from '#server/db/sql.ts';
import { handlers } from '#server/http/handlers.ts';
import { face, type PasswordPolicy } from '#shared/contract/platform/face.ts';
import { Fault } from '#shared/faults.ts';

export const faceRoutes = handlers(face, {
  data: async ({ db, settings, config }) => {
    const { platform_title, platform_title_en, platform_logo, sign_in_picture, sms_provider } =
      settings.current;
    const limits = await db.one<PasswordPolicy & { register_open: boolean }>(sql`
      select register_open, password_min, password_kinds, password_not_account, password_history from login_limit`);
    if (!limits) throw new Fault('no_data');
    const { register_open, ...password } = limits;
    // Codes are sent by SMS; a demo shows them in its outbox.
    const codesArrive = sms_provider !== 'outbox' || config.demo;
    return {
      title: platform_title || null,
      title_en: platform_title_en || null,
      logo: platform_logo || null,
      picture: sign_in_picture || null,
      register: register_open && codesArrive,
      find_password: codesArrive,
      password,
    };
  },
});
