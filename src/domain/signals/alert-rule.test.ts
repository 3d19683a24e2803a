import { expect, it } from 'vitest';
import { isQuiet } from './alert-rule.ts';

const at = (time: string): number => Date.parse(`2026-07-01T${time}:00.000Z`);

it.each([
  ['22:00', '07:00', '18:59', false],
  ['22:00', '07:00', '19:00', true],
  ['22:00', '07:00', '23:30', true],
  ['22:00', '07:00', '03:59', true],
  ['22:00', '07:00', '04:00', false],
  ['09:00', '17:00', '06:00', true],
  ['09:00', '17:00', '14:00', false],
  ['00:00', '00:00', '12:00', false],
])('%s to %s in Kyiv in summer at %s UTC is quiet: %s', (from, to, time, expected) => {
  expect(isQuiet({ from, to, timezone: 'Europe/Kyiv' }, at(time))).toBe(expected);
});
