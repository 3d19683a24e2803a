import { expect, test } from 'vitest';
import { getPeriod } from './admin-campaigns.tsx';

test.each([
  ['last-year', '2026-11-21T12:00:00Z', '2025-01-01', '2025-12-31'],
  ['this-year', '2026-11-21T12:00:00Z', '2026-01-01', '2026-11-21'],
  ['twelve-months', '2026-11-21T12:00:00Z', '2025-12-01', '2026-11-21'],
  ['twelve-months', '2026-01-01T00:00:00Z', '2025-02-01', '2026-01-01'],
  ['twelve-months', '2026-12-31T23:59:59Z', '2026-01-01', '2026-12-31'],
] as const)('%s on %s covers %s to %s', (key, now, from, to) => {
  expect(getPeriod(key, Date.parse(now))).toEqual({ from, to });
});
