import { afterEach, expect, test } from 'vitest';
import { invitationText } from './ics.ts';
import { meetingDates, type Repeat } from './meeting-dates.ts';
import { defaultZone, parseTime, setNetworkZone } from './time.ts';
import { HOUR_MS } from './time-units.ts';

const meeting = {
  ...{ uid: 'meeting-7@lanjing', sequence: 2, summary: '月度例会；议题, 一\n二' },
  ...{ stamp: new Date('2026-11-17T01:02:03.456Z'), description: '', location: '第一会议室' },
  ...{ starts_at: new Date('2026-11-20T01:00:00Z'), ends_at: new Date('2026-11-20T02:30:00Z') },
  organizer: { name: '林"清岚', address: 'noreply@example.com' },
  attendees: [{ name: '周 ', address: 'zhou@example.com\r\nX-EVIL:1' }],
};

test('an invitation has its times in UTC, its number and its state', () => {
  const lines = invitationText('REQUEST', meeting).split('\r\n');
  expect(lines).toContain('DTSTART:20261120T010000Z');
  expect(lines).toContain('DTEND:20261120T023000Z');
  expect(lines).toContain('DTSTAMP:20261117T010203Z');
  expect(lines).toContain('SEQUENCE:2');
  expect(lines).toContain('STATUS:CONFIRMED');
  expect(invitationText('CANCEL', meeting)).toMatch(/METHOD:CANCEL[\s\S]*STATUS:CANCELLED/);
});

test('what people wrote cannot become lines of its own', () => {
  const text = invitationText('REQUEST', meeting);
  expect(text).toContain('SUMMARY:月度例会；议题\\, 一\\n二\r\n');
  expect(text).not.toMatch(/^X-EVIL/m);
  expect(text).toContain('CN="林 清岚"');
});

test('no line is longer than 75 bytes, and none is cut inside a letter', () => {
  const text = invitationText('REQUEST', { ...meeting, summary: '环境监测'.repeat(40) });
  const lines = text.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain('环境监测'.repeat(40));
});

afterEach(() => setNetworkZone(defaultZone));

/** The lines with the times of a series; its nth dates in `without` are cancelled. */
function seriesTimes(every: Repeat, from: string, until: string, ...without: number[]): string[] {
  const starts_at = parseTime(from) ?? new Date(Number.NaN);
  const ends_at = new Date(starts_at.getTime() + HOUR_MS);
  const planned = meetingDates({ starts_at, ends_at }, { every, until }).map((span) => span.starts_at);
  const skipped = planned.filter((_, nth) => without.includes(nth));
  const series = { every, planned, skipped };
  const lines = invitationText('REQUEST', { ...meeting, starts_at, ends_at, series })
    .replaceAll('\r\n ', '')
    .split('\r\n');
  expect(lines.filter((line) => line.startsWith('UID:'))).toHaveLength(1);
  return lines
    .slice(lines.indexOf('BEGIN:VEVENT'))
    .filter((line) => /^(DTSTART|RRULE|RDATE|EXDATE)/.test(line));
}
const inShanghai = (name: string, ...times: string[]) => `${name};TZID=Asia/Shanghai:${times.join(',')}`;

test('a series is one event with its rule by the wall clock, without the dates that are left out', () => {
  expect(seriesTimes('week', '2026-11-20 09:00', '2026-12-18', 1, 3)).toEqual([
    inShanghai('DTSTART', '20261120T090000'),
    'RRULE:FREQ=WEEKLY;COUNT=5',
    inShanghai('EXDATE', '20261127T090000', '20261211T090000'),
  ]);
  const ruleOf = (every: Repeat, until: string) => seriesTimes(every, '2026-11-20 09:00', until)[1];
  expect(ruleOf('day', '2026-11-22')).toBe('RRULE:FREQ=DAILY;COUNT=3');
  expect(ruleOf('weekday', '2026-11-24')).toBe('RRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=3');
  expect(ruleOf('two_weeks', '2026-12-17')).toBe('RRULE:FREQ=WEEKLY;INTERVAL=2;COUNT=2');
  // 07:30 on the 1st is the last day of the previous month in UTC, so a rule in UTC would be wrong.
  expect(seriesTimes('month', '2027-01-01 07:30', '2027-03-31')).toEqual([
    inShanghai('DTSTART', '20270101T073000'),
    'RRULE:FREQ=MONTHLY;COUNT=3',
  ]);
});

test('a zone comes with the rule that needs it', () => {
  const series = { every: 'week' as const, planned: [meeting.starts_at], skipped: [] };
  const text = invitationText('REQUEST', { ...meeting, series });
  expect(text).toMatch(/TZID:Asia\/Shanghai[\s\S]*TZOFFSETTO:\+0800[\s\S]*END:VTIMEZONE\r\nBEGIN:VEVENT/);
  expect(invitationText('REQUEST', meeting)).not.toContain('VTIMEZONE');
});

test('dates that no rule says are listed', () => {
  // On every working day, beginning on a Saturday.
  expect(seriesTimes('weekday', '2026-11-21 09:00', '2026-11-25', 2)).toEqual([
    'DTSTART:20261121T010000Z',
    'RDATE:20261123T010000Z,20261125T010000Z',
  ]);
  // Clocks change on 2026-11-01 in New York.
  setNetworkZone('America/New_York');
  expect(seriesTimes('week', '2026-10-26 09:00', '2026-11-08')).toEqual([
    'DTSTART:20261026T130000Z',
    'RDATE:20261102T140000Z',
  ]);
  expect(seriesTimes('week', '2026-11-02 09:00', '2026-11-10')[0]).toBe(
    'DTSTART;TZID=America/New_York:20261102T090000',
  );
});

test('one date of a series is named by the start it was planned for', () => {
  const moved = { ...meeting, recurrence_id: new Date('2026-11-19T01:00:00Z') };
  const text = invitationText('CANCEL', moved, { ...moved, recurrence_id: new Date('2026-11-26T01:00:00Z') });
  expect(text.match(/^RECURRENCE-ID:.*Z/gm)).toEqual([
    'RECURRENCE-ID:20261119T010000Z',
    'RECURRENCE-ID:20261126T010000Z',
  ]);
  expect(new Set(text.match(/^UID:.*/gm))).toHaveProperty('size', 1);
  expect(text.match(/^BEGIN:VCALENDAR/gm)).toHaveLength(1);
});
