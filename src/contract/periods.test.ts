import { expect, it } from 'vitest';
import { CampaignsQuery } from './admin/admin.ts';
import { AuditQuery } from './admin/audit.ts';
import { AllSignalsQuery } from './admin/signals.ts';
import { priceEndpoints } from './prices.ts';
import { HistoryQuery, SignalFilters } from './statistics.ts';

const instants = ['2026-03-02T12:00:00.000Z', '2026-03-02T14:00:00.000+02:00', '2026-03-02T11:59:59.999Z'] as const;
const days = ['2026-03-02', '2026-03-02', '2026-03-01'] as const;

it.each([
  ['own history', HistoryQuery, instants],
  ['own statistics', SignalFilters, instants],
  ['bars', priceEndpoints['GET /python_api/bars/:symbol'].query, instants],
  ['all signals', AllSignalsQuery, instants],
  ['audit log', AuditQuery, instants],
  ['campaigns', CampaignsQuery, days],
] as const)('the period of %s may be empty, and must not end before it begins', (_, query, [from, same, earlier]) => {
  expect(query.safeParse({ from, to: same }).success).toBe(true);
  expect(query.safeParse({ to: earlier }).success).toBe(true);
  expect(query.safeParse({ from, to: earlier }).error?.issues).toMatchObject([
    { path: ['to'], params: { phrase: 'notPeriod' } },
  ]);
});
