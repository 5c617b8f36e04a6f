/** A meeting as mail programs take it into their calendars (RFC 5545). */
export interface Invitation {
  method: 'REQUEST' | 'CANCEL';
  uid: string;
  /** Higher than that of what was sent before. */
  sequence: number;
  stamp: Date;
  starts_at: Date;
  ends_at: Date;
  summary: string;
  description: string;
  location: string;
  organizer: { name: string; address: string };
  attendees: readonly { name: string; address: string }[];
}

const utc = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, '');

const escaped = (text: string) =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r?\n/g, '\\n')
    // Nothing else that steers a printer has a place in a calendar.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    .replace(/[\u0000-\u001f\u007f]/g, '');

/** A name stands in quotes, which it cannot hold itself. */
const quoted = (name: string) => `"${escapedQuotes(name)}"`;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
const escapedQuotes = (name: string) => name.replace(/["\u0000-\u001f\u007f]/g, ' ');
const address = (text: string) => text.replace(/[\s<>"]/g, '');

function bytesOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}

/** A line holds 75 bytes at most; what is longer goes on after a space. */
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

export function invitationText(meeting: Invitation): string {
  const { method, organizer, attendees } = meeting;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lanjing//Meetings//ZH',
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${meeting.uid}`,
    `SEQUENCE:${meeting.sequence}`,
    `DTSTAMP:${utc(meeting.stamp)}`,
    `DTSTART:${utc(meeting.starts_at)}`,
    `DTEND:${utc(meeting.ends_at)}`,
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
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}
