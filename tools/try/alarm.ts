import * as z from 'zod';
import {
  type AlarmEpisode,
  freshAlarm,
  isInHours,
  openEpisode,
  stepAlarm,
} from '#shared/domain/alarm-rule.ts';
import { formatTime, parseTime } from '#shared/domain/time.ts';

const limit = z
  .number()
  .nullish()
  .transform((given) => given ?? null);
const count = z
  .int()
  .min(1)
  .nullish()
  .transform((given) => given ?? 1);
const clock = z.string().regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'not a time of the day (HH:mm)');

const question = z.object({
  rule: z
    .object({
      high_warning: limit,
      high_alarm: limit,
      low_warning: limit,
      low_alarm: limit,
      raise_after: count,
      clear_after: count,
      deadband: z
        .number()
        .min(0)
        .nullish()
        .transform((given) => given ?? 0),
      hours: z
        .array(z.tuple([clock, clock]))
        .nullish()
        .transform((given) => given ?? []),
    })
    .refine(
      ({ high_warning, high_alarm }) =>
        high_warning === null || high_alarm === null || high_alarm >= high_warning,
      'high_alarm is inside high_warning',
    )
    .refine(
      ({ low_warning, low_alarm }) => low_warning === null || low_alarm === null || low_alarm <= low_warning,
      'low_alarm is inside low_warning',
    ),
  interval: z.number().positive(),
  values: z
    .array(
      z.tuple([
        z.string().transform((text, context) => {
          const at = parseTime(text);
          if (!at) context.addIssue('not a time');
          return { text, at: at?.getTime() ?? 0 };
        }),
        z.number().nullable(),
        z.string().nullable(),
      ]),
    )
    .refine(
      (values) => values.every(([{ at }], place) => place === 0 || at >= (values[place - 1]?.[0].at ?? at)),
      'not in the order of time',
    ),
});

/** Evaluates a rule on a series of values. */
export function tryAlarm(line: string) {
  const { rule, interval, values } = question.parse(JSON.parse(line));
  const state = freshAlarm();
  const ended: AlarmEpisode[] = [];
  for (const [{ text, at }, value, flag] of values) {
    if (value === null || flag !== 'N' || !isInHours(text.slice('yyyy-MM-dd '.length), rule.hours)) continue;
    for (const { did, episode } of stepAlarm(state, rule, interval * 1000, { at, value }))
      if (did === 'cleared') ended.push(episode);
  }
  const still = (['high', 'low'] as const).flatMap((side) => openEpisode(state, side) ?? []);
  return {
    episodes: [...ended, ...still]
      .sort((a, b) => a.from - b.from || (a.side === b.side ? 0 : a.side === 'high' ? -1 : 1))
      .map((episode) => ({
        ...episode,
        from: shown(episode.from),
        raised: shown(episode.raised),
        to: episode.to === null ? null : shown(episode.to),
      })),
  };
}

function shown(at: number): string {
  return formatTime(new Date(at), 'yyyy-MM-dd HH:mm:ss');
}
