import { expect, test } from 'vitest';
import { isSecret, withoutSecrets } from './secrets.ts';

test('passwords and keys are hidden wherever they stand, and nothing else is', () => {
  expect(withoutSecrets('##0094PW=123456;ST=22;CN=2011;MN=A;Flag=5;CP=&&DataTime=20240601120500&&90C1')).toBe(
    '##0094PW=******;ST=22;CN=2011;MN=A;Flag=5;CP=&&DataTime=20240601120500&&90C1',
  );
  expect(withoutSecrets('CN=1072;PW=old;MN=A;CP=&&NewPW=654321&&')).toBe(
    'CN=1072;PW=******;MN=A;CP=&&NewPW=******&&',
  );
  expect(withoutSecrets('CP=&&SKCreateTime=20260101000000,NewSK=k&&')).toBe(
    'CP=&&SKCreateTime=20260101000000,NewSK=******&&',
  );
  expect(withoutSecrets('CN=2011;PW = 123456;,MN=A;CP=&&&&')).toBe('CN=2011;PW =******;,MN=A;CP=&&&&');
  expect(['PW', 'NewPW', 'pw', 'NewSK'].every(isSecret)).toBe(true);
  expect(['SKCreateTime', 'MN', 'PWM-Rtd'].some(isSecret)).toBe(false);
});
