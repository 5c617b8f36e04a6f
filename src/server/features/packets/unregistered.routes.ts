import { commandOf, type Edition, likelyEdition } from '#protocol/commands.ts';
import { withoutSecrets } from '#protocol/secrets.ts';
import type { Db } from '#server/db/pool.ts';
import { sql } from '#server/db/sql.ts';
import { storeFactors } from '#server/features/site-config/service.ts';
import { addSite } from '#server/features/sites/service.ts';
import { handlers } from '#server/http/handlers.ts';
import { list } from '#server/http/list.ts';
import { seesSecrets } from '#server/scope.ts';
import { wordOf } from '#server/words.ts';
import { unregistered, unregisteredActions } from '#shared/contract/packets/unregistered.ts';
import { type SiteFactor, siteFactor } from '#shared/contract/site-config/factors.ts';
import { Fault } from '#shared/faults.ts';
import { chosenPassword, heardPasswords, maskedPassword } from './heard-passwords.ts';
import { reportedFactors } from './reported-factors.ts';

/** ST codes of HJ 212 for water: surface, ground and sea water, waste water and its treatment. */
const WATER_SYSTEMS = new Set(['21', '24', '26', '32', '33', '34', '52']);

const unregisteredList = list(unregistered, {
  // The gateway may record a device once more after it became a site, until it reloads its directory.
  select: () => sql`
    select k.mn, k.first_at, k.last_at, k.packets, k.remote, k.st, k.cn, '' as cn_name, '' as cn_name_en,
           k.last_packet, k.dismissed
      from unregistered_device k where not exists (select 1 from site s where lower(s.mn) = lower(k.mn))`,
  sort: sql`last_at desc, mn`,
  show:
    ({ user }) =>
    (row) => {
      const device = row as unknown as UnregisteredDevice & { cn: string | null };
      const word = `wire.cn_${commandOf(device.cn ?? '', editionOf(device))?.key}`;
      const names = { cn_name: wordOf('zh', word) ?? '', cn_name_en: wordOf('en', word) ?? '' };
      return seesSecrets(user)
        ? { ...row, ...names }
        : { ...row, ...names, last_packet: withoutSecrets(device.last_packet ?? '') };
    },
});

/** The known facts about the device. */
interface UnregisteredDevice {
  st: string | null;
  last_packet: string | null;
}

const actions = handlers(
  unregisteredActions,
  {
    told: async (ctx, { mn }) => {
      const { db } = ctx;
      const device = await db.one<UnregisteredDevice>(
        sql`select st, last_packet from unregistered_device where mn = ${mn}`,
      );
      if (!device) throw new Fault('no_data');
      const heard = await heardPasswords(ctx, mn);
      return {
        ...(await toldBy(db, device)),
        passwords: heard.map(({ pw, ...one }) => ({ ...one, masked: pw === '' ? '' : maskedPassword(pw) })),
      };
    },

    adopt: async (ctx, { mn, pw, ...given }) => {
      const heard = await heardPasswords(ctx, mn);
      const device = await ctx.db.one<UnregisteredDevice & { first_at: Date }>(sql`
        delete from unregistered_device where mn = ${mn} returning st, last_packet, first_at`);
      if (!device) throw new Fault('no_data');
      const { site_id } = await addSite(ctx, {
        mn,
        site_name: mn,
        ...(await toldBy(ctx.db, device)),
        // The device expects requests with the same password.
        secret: chosenPassword(heard, pw),
        ...given,
      });
      const reported = await reportedFactors(ctx, { mn, ...device });
      // Otherwise the factors of the product line's template stay.
      if (reported.length > 0) await storeFactors(ctx.db, site_id, reported.map(usualFactor));
      return { site_id };
    },

    dismiss: async ({ db }, { mns, dismissed }) => {
      const changed = await db.run(
        sql`update unregistered_device set dismissed = ${dismissed} where mn = any(${mns})`,
      );
      if (changed === 0) throw new Fault('no_data');
      return {};
    },
  },
  // The gateway then accepts the device's next packet.
  { adopt: { after: ({ gateway }) => gateway.reloadDirectory() } },
);

/** Default settings of a factor. */
function usualFactor(component_id: number, sort: number): SiteFactor {
  return siteFactor.parse({ component_id, sort });
}

async function toldBy(db: Db, device: UnregisteredDevice) {
  return {
    site_type: WATER_SYSTEMS.has(device.st ?? '') ? ('water' as const) : ('air' as const),
    agreement_id: await agreementFor(db, editionOf(device)),
  };
}

/** A packet without Flag is HJ 212-2005; JSON is treated as 2017. */
function editionOf({ st, last_packet }: UnregisteredDevice): Edition {
  const flag = /^\s*[[{]/.test(last_packet ?? '')
    ? 5
    : Number(/Flag=(\d+)/i.exec(last_packet ?? '')?.[1] ?? 0);
  return likelyEdition(flag >> 2, st ?? '');
}

async function agreementFor(db: Db, edition: Edition): Promise<number | undefined> {
  const row = await db.one<{ agreement_id: number }>(sql`
    select agreement_id from agreement where edition = ${edition} order by agreement_id limit 1`);
  return row?.agreement_id;
}

export const unregisteredRoutes = [unregisteredList, ...actions];
