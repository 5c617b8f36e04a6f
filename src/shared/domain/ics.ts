import { type Series, seriesLines, utc } from './ics-series.ts';

export type Method = 'REQUEST' | 'CANCEL';

/** An iCalendar invitation to a meeting (RFC 5545). */
export interface Invitation {
  /** The same for all dates of a series. */
  uid: string;
  /** Must be higher than in earlier messages about the meeting. */
  sequence: number;
  stamp: Date;
  starts_at: Date;
  ends_at: Date;
  /** With the first date of a series: the invitation is to all of its dates. */
  series?: Series;
  /** With one date of a series: its originally planned start. */
  recurrence_id?: Date | undefined;
  summary: string;
  description: string;
  location: string;
  organizer: { name: string; address: string };
  attendees: readonly { name: string; address: string }[];
}

const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r?\n/g, '\\n')
    // Other control characters are not allowed in iCalendar.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
    .replace(/[\u0000-\u001f\u007f]/g, '');

/** Quoted; a quoted name cannot contain quotes. */
const quoted = (name: string) => `"${escapedQuotes(name)}"`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are removed
const escapedQuotes = (name: string) => name.replace(/["\u0000-\u001f\u007f]/g, ' ');
const address = (text: string) => text.replace(/[\s<>"]/g, '');

function bytesOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** A line has at most 75 bytes; the rest continues in the next line after a space. */
function folded(line: string): string {
  const lines: string[] = [];
  let [part, bytes] = ['', 0];
  for (const letter of line) {
    const more = bytesOf(letter);
    if (bytes + more > 75) {
      lines.push(part);
      [part, bytes] = [' ', 1];
    }
    part += letter;
    bytes += more;
  }
  return [...lines, part].join('\r\n');
}

function eventLines(method: Method, meeting: Invitation, times: readonly string[]): string[] {
  const { organizer, attendees } = meeting;
  return [
    'BEGIN:VEVENT',
    `UID:${meeting.uid}`,
    ...(meeting.recurrence_id ? [`RECURRENCE-ID:${utc(meeting.recurrence_id)}`] : []),
    `SEQUENCE:${meeting.sequence}`,
    `DTSTAMP:${utc(meeting.stamp)}`,
    ...times,
    `SUMMARY:${escaped(meeting.summary)}`,
    ...(meeting.description ? [`DESCRIPTION:${escaped(meeting.description)}`] : []),
    `LOCATION:${escaped(meeting.location)}`,
    `ORGANIZER;CN=${quoted(organizer.name)}:mailto:${address(organizer.address)}`,
    ...attendees.map(
      (one) =>
        `ATTENDEE;CN=${quoted(one.name)};ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${address(one.address)}`,
    ),
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** Text for one meeting, a whole series, or several dates of one series. */
export function invitationText(method: Method, ...meetings: readonly Invitation[]): string {
  const events = meetings.map((meeting) => {
    const { series, starts_at, ends_at } = meeting;
    const { zone, event } = series
      ? seriesLines(series, { starts_at, ends_at })
      : { zone: [], event: [`DTSTART:${utc(starts_at)}`, `DTEND:${utc(ends_at)}`] };
    return [...zone, ...eventLines(method, meeting, event)];
  });
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lanjing//Meetings//ZH',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...events.flat(),
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
