import { expect, test } from 'vitest';
import { getDefaultTheme } from './app-theme.ts';

const operator = { theme: 'halloween', decorations: 'season', timezone: 'Europe/Kyiv' } as const;

test.each([
  ['2026-10-19T20:59:59Z', 'basic'],
  ['2026-10-19T21:00:00Z', 'halloween'],
  ['2026-11-02T21:59:59Z', 'halloween'],
  ['2026-11-02T22:00:00Z', 'basic'],
  ['2026-11-25T12:00:00Z', 'basic'],
] as const)('in season decorations are drawn from 20 October to 2 November, local days: %s is %s', (at, theme) => {
  expect(getDefaultTheme(operator, Date.parse(at))).toBe(theme);
});

test.each([
  ['always', 'halloween'],
  ['never', 'basic'],
] as const)('%s means %s in spring', (decorations, theme) => {
  expect(getDefaultTheme({ ...operator, decorations }, Date.parse('2026-04-01T12:00:00Z'))).toBe(theme);
});

test('an operator without a theme has no season', () => {
  expect(getDefaultTheme({ ...operator, theme: 'basic' }, Date.parse('2026-10-31T12:00:00Z'))).toBe('basic');
});
