import { expect, test } from 'vitest';
import { getKey, press } from './shortcut-keys.ts';

test('recognises single keys, and pairs within a second', () => {
  expect(press(null, '?', 0)).toEqual({ prefix: null, action: 'list' });
  const { prefix, action } = press(null, 'g', 0);
  expect([prefix, action]).toEqual([{ key: 'g', at: 0 }, null]);
  expect(press(prefix, 's', 1_000)).toEqual({ prefix: null, action: 'signal' });
  expect(press(prefix, 'h', 900).action).toBe('history');
});

test('ignores an unknown key, which ends a pair', () => {
  expect(press({ key: 'g', at: 0 }, 'x', 10)).toEqual({ prefix: null, action: null });
});

test.each([
  [{ key: 'і', code: 'KeyS' }, 's'],
  [{ key: 'п', code: 'KeyG' }, 'g'],
  [{ key: 'S', code: 'KeyS' }, 's'],
  [{ key: '?', code: 'Slash' }, '?'],
  [{ key: '?', code: 'Digit7' }, '?'],
  [{ key: 'Escape', code: 'Escape' }, 'Escape'],
])('maps %j to the key %s', (event, key) => {
  expect(getKey(event)).toBe(key);
});
