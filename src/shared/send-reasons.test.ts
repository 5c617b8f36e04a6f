import { expect, test } from 'vitest';
import { messages as en } from './i18n/en/platform/messages.ts';
import { messages as zh } from './i18n/zh/platform/messages.ts';
import { sendReason, tellReason } from './send-reasons.ts';

const say = (key: string, slots = {}) => `${key} ${JSON.stringify(slots)}`;

test('what the product says is told in the reader’s words, with its numbers', () => {
  expect(tellReason(say, sendReason('webhook_http', { status: 500 }))).toBe(
    'messages.reason_webhook_http {"status":"500"}',
  );
  expect(tellReason(say, sendReason('aliyun_notice_unset'))).toContain('messages.reason_aliyun_notice_unset');
});

test('what a foreign server says stays as it is', () => {
  const said = '550 the webhook answered HTTP 500';
  expect(tellReason(say, said)).toBe(said);
});

test('the words have the slots of the sentence', () => {
  for (const words of [zh, en]) {
    expect([words.reason_webhook_http, words.reason_sms_http, words.reason_aliyun_http]).toEqual(
      Array(3).fill(expect.stringContaining('{{status}}')),
    );
    expect(words.reason_silent).toContain('{{seconds}}');
  }
});
