import { expect, test } from 'vitest';
import { alarmTopic } from './alarm-topic.ts';

test.each([
  ['PM₂.₅', 'Over limit', 'PM₂.₅ over limit'],
  ['PM₂.₅', '超上限', 'PM₂.₅ 超上限'],
  ['高锰酸盐指数', '超上限', '高锰酸盐指数超上限'],
  ['可吸入颗粒物', '8 小时滑动均值超上限', '可吸入颗粒物 8 小时滑动均值超上限'],
  ['', 'Offline', 'Offline'],
])('%s with %s reads %s', (factor, kind, topic) => expect(alarmTopic(factor, kind)).toBe(topic));
