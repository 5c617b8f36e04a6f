import { secretCommands } from '#protocol/secrets.ts';
import type { Db } from '#server/db/pool.ts';
import { allOf, join, Sql, sql } from '#server/db/sql.ts';
import type { LateLabel, PacketSource, PacketsPage, PacketsQuestion } from '#server/series/packets.ts';
import type { StoredPacket } from '#server/series/store.ts';
import { formatTime, networkZone } from '#shared/domain/time.ts';

const columns = sql`
  packet_id, received_at, outgoing, site_id, mn, st, cn, qn, verdict, coalesce(deviations, '{}') as deviations, raw, remote,
  command_id`;

const order = (oldest_first = false) =>
  oldest_first ? sql`received_at, packet_id` : sql`received_at desc, packet_id desc`;

export function packets(
  db: Db,
  question: PacketsQuestion,
  { limit, offset = 0, oldest_first }: PacketsPage,
): Promise<StoredPacket[]> {
  return db.rows<StoredPacket>(sql`
    select ${columns} from raw_packet where ${meant(question)}
     order by ${order(oldest_first)} limit ${limit} offset ${offset}`);
}

export function eachPacket(
  db: Db,
  question: PacketsQuestion,
  oldest_first?: boolean,
): AsyncIterable<StoredPacket[]> {
  return db.stream<StoredPacket>(sql`
    select ${columns} from raw_packet where ${meant(question)} order by ${order(oldest_first)}`);
}

export async function countPackets(db: Db, question: PacketsQuestion, most?: number): Promise<number> {
  const row = await db.one<{ total: number }>(sql`
    select count(*) as total from (select from raw_packet where ${meant(question)} limit ${most ?? null}) p`);
  return row?.total ?? 0;
}

function meant(question: PacketsQuestion): Sql {
  const { from, to, packet_id, outgoing, st, cn, verdict, deviation, source, text, searched, command_id } =
    question;
  const { values_from, values_to, labels } = question;
  const conditions: (Sql | false | undefined | '')[] = [
    spokenBy(question),
    sql`received_at >= ${from}`,
    to && sql`received_at < ${to}`,
    packet_id !== undefined && sql`packet_id = ${packet_id}`,
    outgoing !== undefined && sql`outgoing = ${outgoing}`,
    st !== undefined && sql`st = ${st}`,
    cn !== undefined && sql`cn = ${cn}`,
    verdict && sql`verdict = ${verdict}`,
    deviation !== undefined && sql`${deviation} = any(deviations)`,
    source && sql`${came} = ${source}`,
    command_id !== undefined && sql`command_id = ${command_id}`,
    text && holds(text, searched === 'content' ? content : sql`raw`),
    values_from && valuesOf(sql`>=`, values_from, labels),
    values_to && valuesOf(sql`<`, values_to, labels),
  ];
  return allOf(conditions.filter((condition) => condition instanceof Sql));
}

function spokenBy({ site_ids, strangers }: PacketsQuestion): Sql {
  // For one site, the index returns frames in the order of time.
  const ofSites = site_ids.length === 1 ? sql`site_id = ${site_ids[0]}` : sql`site_id = any(${site_ids})`;
  if (!strangers) return ofSites;
  const { mn, except } = strangers;
  const named = mn === undefined ? sql`true` : sql`mn = ${mn}`;
  return sql`${ofSites} or (site_id is null and ${named} and lower(mn) <> all(${except}))`;
}

/** SQL form of `sourceOf`. */
const came = sql`coalesce(substring(remote from '^(mqtt|http)://'), 'tcp')`;
const overLine: PacketSource = 'tcp';

/** The part of a frame that cannot hold a password. */
const content = sql`
  case when ${came} <> ${overLine} then raw
       when cn <> all(${secretCommands}) then substring(raw from nullif(position('CP=&&'::bytea in raw), 0)) end`;

function holds(text: string, searched: Sql): Sql {
  return sql`(position(convert_to(${text}, 'UTF8') in ${searched}) > 0
              or position(convert_to(${text}, 'GB18030') in ${searched}) > 0)`;
}

const DATA_TIME = 'DataTime=';
const wireTime = (at: number) => formatTime(new Date(at), 'yyyy-MM-dd HH:mm:ss').replace(/\D/g, '');

/** The DataTime of a frame. Such texts sort in the order of their times. */
const dataTime = sql`
  convert_from(substring(raw from nullif(position(${DATA_TIME}::bytea in raw), 0) + ${DATA_TIME.length}::integer for 14),
               'LATIN1')`;

/** JSON items that were read successfully, so that their times are valid. */
const isItem = sql`${came} <> ${overLine} and verdict = 'ok' and site_id is not null`;

/** Start of an item's period: with its offset if it has one, otherwise in the network's local time. */
function itemTime(): Sql {
  return sql`
    (select case when said ~ '(Z|[+-][0-9]{2}:[0-9]{2})$' then said::timestamptz
                 else said::timestamp at time zone ${networkZone()} end
       from substring(convert_from(raw, 'LATIN1')
                      from '"time"[[:space:]]*:[[:space:]]*"([12][0-9]{3}-[^"]*)"') said)`;
}

function valuesOf(compares: Sql, at: Date, labels: readonly LateLabel[] = []): Sql {
  return sql`case when ${isItem} then ${itemTime()} ${compares} ${at}::timestamptz
                  else ${dataTime} ${compares} ${called(at, labels)} end`;
}

/** The label of a period that begins then; later for devices that label periods by their end. */
function called(start: Date, labels: readonly LateLabel[]): Sql {
  const at = start.getTime();
  if (labels.length === 0) return sql`${wireTime(at)}`;
  const later = labels.map(
    ({ site_ids, cn, later_ms }) =>
      sql`when cn = ${cn} and site_id = any(${site_ids}) then ${wireTime(at + later_ms)}`,
  );
  return sql`case ${join(later, sql` `)} else ${wireTime(at)} end`;
}
