import { expect, test } from 'vitest';
import { invitationText } from './ics.ts';

const meeting = {
  ...{ method: 'REQUEST' as const, uid: 'meeting-7@lanjing', sequence: 2, summary: '月度例会；议题, 一\n二' },
  ...{ stamp: new Date('2026-11-17T01:02:03.456Z'), description: '', location: '第一会议室' },
  ...{ starts_at: new Date('2026-11-20T01:00:00Z'), ends_at: new Date('2026-11-20T02:30:00Z') },
  organizer: { name: '林"清岚', address: 'noreply@example.com' },
  attendees: [{ name: '周 ', address: 'zhou@example.com\r\nX-EVIL:1' }],
};

test('an invitation has its times in UTC, its number and its state', () => {
  const lines = invitationText(meeting).split('\r\n');
  expect(lines).toContain('DTSTART:20261120T010000Z');
  expect(lines).toContain('DTEND:20261120T023000Z');
  expect(lines).toContain('DTSTAMP:20261117T010203Z');
  expect(lines).toContain('SEQUENCE:2');
  expect(lines).toContain('STATUS:CONFIRMED');
  expect(invitationText({ ...meeting, method: 'CANCEL' })).toMatch(/METHOD:CANCEL[\s\S]*STATUS:CANCELLED/);
});

test('what people wrote cannot become lines of its own', () => {
  const text = invitationText(meeting);
  expect(text).toContain('SUMMARY:月度例会；议题\\, 一\\n二\r\n');
  expect(text).not.toMatch(/^X-EVIL/m);
  expect(text).toContain('CN="林 清岚"');
});

test('no line is longer than 75 bytes, and none is cut inside a letter', () => {
  const text = invitationText({ ...meeting, summary: '环境监测'.repeat(40) });
  const lines = text.split('\r\n');
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(text.replaceAll('\r\n ', '')).toContain('环境监测'.repeat(40));
});
