import { expect, test } from 'vitest';
import { areDecorationsDrawn } from './app-theme.ts';

const operator = { theme: 'halloween', decorations: 'season', timezone: 'Europe/Kyiv' } as const;

test.each([
  ['2026-10-19T20:59:59Z', false],
  ['2026-10-19T21:00:00Z', true],
  ['2026-11-02T21:59:59Z', true],
  ['2026-11-02T22:00:00Z', false],
  ['2026-11-25T12:00:00Z', false],
] as const)('in season decorations are drawn from 20 October to 2 November, local days: at %s %s', (at, areDrawn) => {
  expect(areDecorationsDrawn(operator, Date.parse(at))).toBe(areDrawn);
});

test.each([
  ['always', true],
  ['never', false],
] as const)('%s means %s in spring', (decorations, areDrawn) => {
  expect(areDecorationsDrawn({ ...operator, decorations }, Date.parse('2026-04-01T12:00:00Z'))).toBe(areDrawn);
});

test('the basic theme has none', () => {
  expect(areDecorationsDrawn({ ...operator, theme: 'basic', decorations: 'always' }, 0)).toBe(false);
});
