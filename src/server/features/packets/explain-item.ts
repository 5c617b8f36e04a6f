import { decodeText } from '#protocol/text.ts';
import type { Ctx } from '#server/app.ts';
import { Directory } from '#server/ingest/directory.ts';
import { itemRow } from '#server/ingest/items.ts';
import { readJson, withoutMn } from '#server/push/values.ts';
import { type MeasuredItem, measuredItem } from '#shared/contract/items.ts';
import type { Both, Explained, ExplainedField } from '#shared/contract/packets/packets.ts';
import { problemsOf } from '#shared/contract/problems.ts';
import { formatTime } from '#shared/domain/time.ts';
import type { FieldProblem } from '#shared/faults.ts';
import { fill } from '#shared/i18n/fill.ts';
import { both } from './explain.ts';
import {
  explainReading,
  type Factor,
  type Found,
  factorsOf,
  fateOf,
  nameOf,
  nothing,
  speakingBy,
  visibleSite,
  withMeaning,
} from './found.ts';

/** MQTT and HTTP packets, and pasted text that looks like JSON. */
export function isJson({ source, raw }: Found): boolean {
  return source ? source !== 'tcp' : /^\s*[[{]/.test(Buffer.from(raw).toString('latin1'));
}

/** Explains a JSON item, from its text to the stored values. */
export async function explainItem(ctx: Ctx, found: Found): Promise<Explained> {
  const { text, encoding } = decodeText(found.raw, 'utf-8');
  const { mn, item } = withoutMn(readJson(found.raw)?.value);
  const parsed = measuredItem.safeParse(item, { reportInput: true });
  const directory = new Directory(ctx.db);
  await directory.load();
  const site = await visibleSite(ctx, directory, found, String(mn ?? ''));
  const stranger = directory.stranger(String(mn ?? ''), '2017');
  const speaker = found.draft ? speakingBy(found.draft, stranger) : (site?.known ?? stranger);
  const about = {
    ...nothing,
    form: 'json',
    site: site?.named ?? null,
    edition: speaker.agreement.edition,
    encoding,
    text,
    actual_length: found.raw.length,
  } as const;
  if (!parsed.success) {
    const problems = item === undefined || Array.isArray(item) ? [] : problemsOf(parsed.error);
    const deviations = [...found.deviations.map(withMeaning), ...problems.map(explainProblem)];
    return { ...about, verdict: found.verdict ?? 'malformed', deviations };
  }
  const mapped = itemRow(speaker, parsed.data, found.received_at);
  const factors = await factorsOf(ctx, speaker);
  return {
    ...about,
    verdict: found.verdict ?? 'ok',
    ...fateOf(found, site, true, mapped),
    deviations: [...new Set([...found.deviations, ...mapped.deviations])].map(withMeaning),
    header: explainHead(parsed.data),
    groups: Object.entries(parsed.data.values).map((value) => explainValue(value, parsed.data, factors)),
    data_ts: mapped.row?.ts.toISOString() ?? null,
    readings: Object.entries(parsed.data.values).map(([code, value]) =>
      explainReading(code, (typeof value === 'object' && value?.flag) || '', factors, mapped.row),
    ),
  };
}

function explainProblem({ field, problem, params = {} }: FieldProblem): Explained['deviations'][number] {
  const said = both(`problems.${problem}`);
  return {
    deviation: problem,
    meaning: said && { zh: `${field}：${fill(said.zh, params)}`, en: `${field}: ${fill(said.en, params)}` },
  };
}

function explainHead({ data_type, time, st, resupply }: MeasuredItem): ExplainedField[] {
  const shown = formatTime(time);
  const rows: [name: string, value: string | undefined, meaning: Both | null][] = [
    ['data_type', data_type, both(`wire.cn_${data_type}_data`)],
    ['time', time.toISOString(), { zh: shown, en: shown }],
    ['st', st, both(`wire.st_${st}`)],
    ['resupply', resupply?.toString(), resupply ? both('wire.resupplied') : null],
  ];
  return rows.flatMap(([name, value, meaning]) =>
    value === undefined ? [] : [{ name, value, subject: null, label: both(`wire.item_${name}`), meaning }],
  );
}

/** The value of a code: a bare number, or an object of parts. */
function explainValue(
  [code, value]: [string, MeasuredItem['values'][string]],
  { data_type }: MeasuredItem,
  factors: ReadonlyMap<string, Factor>,
): ExplainedField[] {
  const bare = data_type === 'realtime' ? 'rtd' : 'avg';
  const parts =
    typeof value === 'object' && value !== null ? Object.entries(value) : [[bare, value] as const];
  return parts.map(([part, said]) => ({
    name: typeof value === 'object' && value !== null ? `${code}.${part}` : code,
    value: String(said),
    subject: nameOf(factors.get(code)),
    label: both(`wire.suffix_${part === 'zs' ? 'zsavg' : part}`),
    meaning: part === 'flag' ? both(`wire.flag_${said}`) : null,
  }));
}
