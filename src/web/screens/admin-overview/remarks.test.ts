import { describe, expect, it } from 'vitest';
import { SystemState } from '#contract/admin/system.ts';
import { findRemarks } from './remarks.ts';

const well = SystemState.parse({
  now: '2026-11-18T12:00:00.000Z',
  version: '1.0.0',
  processes: [
    {
      name: 'one',
      isSelf: true,
      role: 'all',
      leader: null,
      boardAgeMs: 0,
      priceAgeMs: 400,
      streamLagMs: 0,
    },
  ],
  maintenance: null,
  startedAt: '2026-11-18T11:00:00.000Z',
  checks: [
    { name: 'broker', state: 'ok' },
    { name: 'mail', state: 'ok' },
    { name: 'record', state: 'ok' },
  ],
  database: { answerMs: 2, isArchiving: null },
  feed: {
    notOffered: [],
    kind: 'deriv',
    isLive: true,
    isConnected: true,
    isMarketOpen: true,
    delayMs: 400,
    pairs: 28,
    freshPairs: 28,
    accepted: 1,
    dropped: 0,
  },
  broker: { kind: 'pocket', state: 'ok' },
  mail: { isSending: true, waiting: 0, oldestWaitingAt: null, failed: 0 },
  consumers: [],
  jobs: [{ queue: 'mail', due: 0, later: 0, active: 0, failed: 0 }],
  record: { state: 'kept', size: 1, checkpoint: null, witnesses: [] },
  llm: null,
  signals: { open: 0, overdue: 0 },
});
type Parts = Partial<{ [K in keyof SystemState]: Partial<SystemState[K]> }>;
const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** A healthy system except for these parts. */
const but = (parts: Parts): SystemState => {
  const merged = Object.entries(well).map(([name, known]: [string, unknown]) => {
    const change: unknown = parts[name as keyof SystemState];
    return [name, isPart(known) && isPart(change) ? { ...known, ...change } : (change ?? known)];
  });
  return SystemState.parse(Object.fromEntries(merged));
};
const titles = (system: SystemState): string[] => findRemarks({ system, models: [] }).map(([title]) => title);

describe('the remarks of the overview', () => {
  it('are empty when everything works', () => {
    expect(titles(well)).toEqual([]);
  });

  it.each<[string, Parts, string]>([
    ['maintenance', { maintenance: { until: null } }, 'Maintenance is on'],
    [
      'queues that nobody takes',
      {
        consumers: [
          { name: 'jobs', waiting: 3, lagMs: 180_000 },
          { name: 'mail', waiting: 1, lagMs: 120_000 },
          { name: 'push', waiting: 1, lagMs: 60_000 },
        ],
      },
      'Late: jobs 3 min, mail 2 min',
    ],
    ['no connection to Valkey', { checks: [{ name: 'valkey', state: 'down' }] }, 'Valkey isn’t responding'],
    ['no connection to the market', { feed: { isConnected: false } }, 'No prices coming in'],
    ['a price older than 5 s', { feed: { delayMs: 5_001, freshPairs: 0 } }, 'Prices are 5 s behind'],
    ['some pairs without a price', { feed: { freshPairs: 26 } }, 'Pairs with no prices: 2 of 28'],
    ['signals without a result', { signals: { overdue: 3 } }, 'Overdue settlements: 3'],
    ['an unsigned record', { checks: [{ name: 'record', state: 'degraded' }] }, 'The record isn’t being signed'],
    ['a slow database', { database: { answerMs: 251 } }, 'The database takes 251 ms to respond'],
    ['a broker that rejects some calls', { broker: { state: 'degraded' } }, 'The broker is rejecting some requests'],
    [
      'a list of the partner that is too old',
      { broker: { kind: 'manual', state: 'degraded' } },
      'The partner’s list is too old',
    ],
    ['a broker that is down', { broker: { state: 'down' } }, 'The broker isn’t responding'],
    [
      'jobs that were given up',
      { jobs: [{ queue: 'mail', due: 0, later: 0, active: 0, failed: 2 }] },
      'Failed jobs: 2',
    ],
    [
      'a mail that waits for over ten minutes',
      { mail: { oldestWaitingAt: '2026-11-18T11:49:59.000Z' } },
      expect.stringMatching(/^Emails waiting since \d\d:49$/),
    ],
    ['unsent mails', { mail: { failed: 1 } }, 'Emails not sent: 1'],
  ])('%s', (_title, parts, remark) => {
    expect(titles(but(parts))).toEqual([remark]);
  });

  it('name the roles that no process has, once the others could be heard', () => {
    const processes = well.processes.map((one) => ({ ...one, role: 'api' as const }));
    const missing = ['No engine is running', 'No worker is running'];
    expect(titles(but({ processes }))).toEqual(missing);
    expect(titles(but({ processes, startedAt: '2026-11-18T11:59:50.000Z' }))).toEqual([]);
  });

  it('include a missing mail server, except in the demo, whose mailbox shows the mails', () => {
    const kept = { mail: { isSending: false, failed: 5 } };
    expect(titles(but(kept))).toEqual([]);
    expect(titles(but({ ...kept, checks: [{ name: 'mail', state: 'degraded' }] }))).toEqual([
      'Emails aren’t being sent',
    ]);
  });

  it('start with what prevents signals', () => {
    const system = but({ feed: { isConnected: false }, broker: { state: 'down' }, mail: { failed: 1 } });
    expect(titles(system)).toEqual(['No prices coming in', 'The broker isn’t responding', 'Emails not sent: 1']);
  });
});
