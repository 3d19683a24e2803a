import { AuditEntry, AuditPage } from '#contract/admin/audit.ts';
import { Checkup } from '#contract/admin/checkup.ts';
import { AllSignals, AnySignal, SignalFile } from '#contract/admin/signals.ts';
import { AdminOverview, SystemState } from '#contract/admin/system.ts';
import { AdminUser, AdminUsers, UserChange } from '#contract/admin/users.ts';
import { consumerNames } from '#contract/health.ts';
import { hourMs } from '#domain/time.ts';
import { showFinding } from '#server/modules/system/checkup/findings.ts';
import { aUser, fakeAccounts } from './fake-accounts.ts';
import { aSettledSignal, type FakeApi, fakeApi, iso, noon, rejection } from './fake-api.ts';
import { type Answers, type Call, type FakeAnswer, ok, serve, type Server } from '#tests/support/network/serve.ts';

const getId = (n: number): string => `0a3cb6f1-6f0e-4c70-8a3e-${String(n).padStart(12, '0')}`;

export const anAdminUser = (n: number, over: Partial<AdminUser> = {}): AdminUser =>
  AdminUser.parse({
    id: getId(n),
    email: `trader-${n}@kurs.example`,
    lang: 'uk',
    campaign: n % 2 === 0 ? 'telegram' : null,
    state: 'trade',
    roles: ['user'],
    isNamedAdmin: false,
    isInternal: false,
    isBlocked: false,
    referralId: String(7_731_400 + n),
    balance: 100 + n / 2,
    balanceCheckedAt: iso(noon - 60_000),
    signals: n * 7,
    createdAt: iso(noon - n * hourMs),
    lastSeenAt: iso(noon - n * 600_000),
    ...over,
  });

const withoutAccess = { referralId: null, balance: null, balanceCheckedAt: null };

export const someUsers = (): AdminUser[] => [
  anAdminUser(1, { email: 'admin@kurs.example', roles: ['user', 'admin'], isNamedAdmin: true }),
  anAdminUser(2),
  anAdminUser(3, { state: 'activate', ...withoutAccess }),
  anAdminUser(4, { state: 'top_up', balance: 6.4 }),
  anAdminUser(5, { isInternal: true }),
  anAdminUser(6, { state: 'self_excluded' }),
  anAdminUser(7, { state: 'enter_id', lastSeenAt: null, ...withoutAccess }),
  anAdminUser(8, { state: 'blocked', isBlocked: true, ...withoutAccess }),
];

export function aSignalFile(result: 'successful' | 'unsuccessful' = 'unsuccessful'): SignalFile {
  const { analytics: _ofItsUser, ...signal } = aSettledSignal(result);
  return SignalFile.parse({
    ...signal,
    recordIndex: 48_197,
    voidReason: null,
    isRemoved: false,
    user: { id: getId(2), email: 'trader-2@kurs.example' },
    modelVersion: 'kurs_ai_v2 1',
    feed: 'simulated:1',
    outcome: {
      result,
      closePrice: signal.closePrice,
      closingTickAt: iso(noon - 400),
      closingBid: 1.08408,
      closingAsk: 1.0841,
      settledAt: iso(noon + 200),
    },
    prices: {
      count: 120,
      longestGapMs: 36_000,
      longestGapAt: iso(noon - 150_000),
      points: Array.from({ length: 120 }, (_, n) => ({
        time: iso(noon - 300_000 + n * 2_500),
        price: Number((1.0843 + 0.0002 * Math.sin(n / 9)).toFixed(5)),
      })),
    },
    voiding: null,
  });
}

/** Before its outcome: only then can it be voided. */
export const anOpenSignalFile = (): SignalFile =>
  SignalFile.parse({ ...aSignalFile(), status: 'live', result: null, isWinner: null, closePrice: null, outcome: null });

const listed = (file: SignalFile, over: Partial<AnySignal> = {}): AnySignal => AnySignal.parse({ ...file, ...over });

export const anEntry = (id: number, over: Partial<AuditEntry> = {}): AuditEntry =>
  AuditEntry.parse({
    id,
    at: iso(noon - (10 - id) * 60_000),
    actor: { id: getId(1), email: 'admin@kurs.example' },
    action: 'user.block',
    targetId: getId(8),
    targetEmail: 'trader-8@kurs.example',
    targetNumber: null,
    reason: 'Масові реєстрації',
    before: { blocked: false },
    after: { blocked: true },
    fingerprint: `${id}a4af282`.padEnd(64, '0'),
    isIntact: true,
    ...over,
  });

const someEntries = (): AuditEntry[] => [
  anEntry(5, {
    action: 'signal.void',
    targetId: aSignalFile().id,
    targetEmail: null,
    targetNumber: 48_197,
    reason: 'Між 14:03:11 і 14:03:47 не було цін цієї пари.',
  }),
  anEntry(4),
  anEntry(3, { action: 'user.promote', reason: null, before: { role: 'user' }, after: { role: 'admin' } }),
  anEntry(2, {
    action: 'user.endSessions',
    actor: { id: getId(9), email: null },
    reason: null,
    before: null,
    after: null,
  }),
];

export const aSystem = (over: Partial<SystemState> = {}): SystemState =>
  SystemState.parse({
    now: iso(noon),
    version: '1.0.0',
    startedAt: iso(noon - 7_500_000),
    processes: [
      {
        name: 'api-1:40',
        isSelf: true,
        role: 'api',
        leader: { leading: false, term: 7, ageMs: 60_000 },
        boardAgeMs: 700,
        priceAgeMs: 900,
        streamLagMs: 0,
      },
      {
        name: 'engine-1:41',
        isSelf: false,
        role: 'engine',
        leader: { leading: true, term: 7, ageMs: 60_000 },
        boardAgeMs: 0,
        priceAgeMs: 400,
        streamLagMs: null,
      },
      ...(['api', 'api', 'worker', 'worker', 'engine'] as const).map((role, n) => ({
        name: `${role}-${n}.kurs.internal:${40 + n}`,
        isSelf: false,
        role,
        leader: { leading: false, term: 7, ageMs: 60_000 },
        boardAgeMs: role === 'engine' ? 0 : 400 + 100 * n,
        priceAgeMs: 600 + 100 * n,
        streamLagMs: role === 'api' ? 1_200 * n : null,
      })),
    ],
    checks: ['broker', 'mail', 'record'].map((name) => ({ name, state: name === 'broker' ? 'degraded' : 'ok' })),
    maintenance: null,
    database: { answerMs: 2.4, isArchiving: null },
    feed: {
      kind: 'simulated',
      isLive: false,
      isConnected: true,
      isMarketOpen: true,
      delayMs: 400,
      pairs: 28,
      notOffered: [],
      freshPairs: 28,
      accepted: 120_400,
      dropped: 12,
    },
    broker: { kind: 'pocket', state: 'degraded' },
    mail: { isSending: true, waiting: 1, oldestWaitingAt: iso(noon - 60_000), failed: 1 },
    jobs: ['mail', 'trader-check', 'session'].map((queue, n) => ({ queue, due: n, later: 2, active: 0, failed: 0 })),
    consumers: consumerNames.map((name, n) => ({ name, waiting: 3 * n, lagMs: 7_000 * n })),
    record: {
      state: 'kept',
      size: 48_210,
      checkpoint: { size: 48_210, signedAt: iso(noon - 1_200) },
      witnesses: [
        { name: 'witness.example/w1+da77ade7', size: 48_210, cosignedAt: iso(noon - 900), error: null },
        { name: 'other.example/w2+530d903a', size: 48_112, cosignedAt: iso(noon - 64_000), error: 'no_answer' },
      ],
    },
    llm: {
      callsOfHour: 84,
      callsPerHour: 600,
      callsOfDay: 1_240,
      callsPerDay: null,
      costOfDayUsd: 0.93,
      costPerDayUsd: 5,
      callsOfUserPerHour: 30,
    },
    signals: { open: 3, overdue: 0 },
    ...over,
  });

const anOverview = (): AdminOverview =>
  AdminOverview.parse({
    users: { total: 8, today: 2, withAccess: 3 },
    signals: {
      today: 42,
      open: 3,
      successful: 20,
      neutral: 1,
      unsuccessful: 16,
      void: 2,
      voidReasons: [{ reason: 'no_entry_tick', count: 2 }],
    },
  });

export interface FakeAdmin {
  users: AdminUser[];
  file: SignalFile;
  entries: AuditEntry[];
  system: SystemState;
  /** Changes are refused until the administrator has confirmed them. */
  needsConfirmation: boolean;
  /** Every list request, with its path and search parameters. */
  readonly requested: Call[];
  /** Every change requested, in order. */
  readonly changes: { readonly method: string; readonly path: string; readonly body: unknown }[];
  readonly api: FakeApi;
}

const adminUser = aUser({ id: getId(1), email: 'admin@kurs.example', roles: ['user', 'admin'] });

/** An administrator's browser, with the product's answers, each checked against the contract. */
export async function fakeAdmin(
  server: Server,
  over: Partial<Omit<FakeAdmin, 'requested' | 'changes' | 'api'>> = {},
): Promise<FakeAdmin> {
  const api = await fakeApi(server, { accounts: fakeAccounts({ user: adminUser }) });
  const state: FakeAdmin = {
    users: someUsers(),
    file: aSignalFile(),
    entries: someEntries(),
    system: aSystem(),
    needsConfirmation: false,
    requested: [],
    changes: [],
    api,
    ...over,
  };
  await serve(server, state, answers, (_state, call) => {
    const { method, path, body } = call;
    if (method === 'GET') state.requested.push(call);
    else state.changes.push({ method, path, body });
    return unconfirmed(state, method);
  });
  return state;
}

const unconfirmed = ({ needsConfirmation, api }: FakeAdmin, method: string): FakeAnswer | null =>
  needsConfirmation && method !== 'GET' && !api.accounts.sent.some(({ path }) => path === '/api/second-factor/confirm')
    ? rejection('confirmation_required', 'Confirm that it’s you before this action.')
    : null;

const aCheckup = Checkup.parse({
  findings: [
    { code: 'node_ok', detail: '26.10.0' } as const,
    { code: 'disk_low', detail: '3.1 GiB' } as const,
    { code: 'feed_down', detail: 'deriv, HTTP 401' } as const,
    { code: 'telegram_absent', detail: null } as const,
  ].map(showFinding),
});

const answers: Answers<FakeAdmin> = {
  'GET /api/admin/system': ({ system }) => ok(system),
  'GET /api/admin/overview': () => ok(anOverview()),
  'POST /api/admin/checkup': () => ok(aCheckup),
  'GET /api/admin/models': () => ok({ items: [] }),
  'GET /api/admin/users': ({ users }) => ok(AdminUsers.parse({ items: users, nextCursor: null, total: users.length })),
  'PATCH /api/admin/users/:id': (state, { params, body }) => changed(state, params.id, UserChange.parse(body)),
  'GET /api/admin/audit': ({ entries }) =>
    ok(AuditPage.parse({ items: entries, nextCursor: null, total: entries.length, actors: [] })),
  'GET /api/admin/signals': (state, { query }) => ok(toSignals(state, query)),
  'GET /api/admin/signals/:id': ({ file }, { params }) =>
    params.id === file.id ? ok(file) : rejection('signal_not_found', 'Такого сигналу немає.'),
};

function toSignals({ file, users }: FakeAdmin, query: URLSearchParams): AllSignals {
  const user = users.find(({ id }) => id === query.get('user'));
  const items = [
    listed(file),
    listed(aSignalFile('successful'), { id: getId(201), recordIndex: 48_190 }),
    listed(file, {
      id: getId(202),
      recordIndex: 48_102,
      result: 'void',
      voidReason: 'no_entry_tick',
      closePrice: null,
    }),
    listed(file, { id: getId(203), recordIndex: 48_100, isRemoved: true }),
  ].filter(({ result }) => !query.has('result') || result === query.get('result'));
  return AllSignals.parse({ items, nextCursor: null, user: user ? { id: user.id, email: user.email } : null });
}

function changed(state: FakeAdmin, id: string | undefined, { blocked, role }: UserChange): FakeAnswer<AdminUser> {
  state.users = state.users.map((user) => {
    if (user.id !== id) return user;
    const isBlocked = blocked ?? user.isBlocked;
    const roles: AdminUser['roles'] = role === 'admin' ? ['user', 'admin'] : role ? ['user'] : user.roles;
    return { ...user, isBlocked, state: isBlocked ? 'blocked' : 'trade', roles };
  });
  return ok(AdminUser.parse(state.users.find((user) => user.id === id)));
}
