import { minuteMs } from '#domain/time.ts';
import type { Sandbox } from './sandbox.ts';
import { createRecordInvariants } from './record-invariants.ts';
import { createSignalRules, readSignals, type StoredSignal } from './signal-invariants.ts';
import type { Cluster } from './cluster.ts';
import type { LeaderLock } from './simulated-leader.ts';
import type { SimulatedPrices } from './simulated-prices.ts';
import { eventText, type SimulatedUsers } from './simulated-users.ts';
import type { World } from './world.ts';

/** What must hold whatever happens; the first that does not ends the run. */
export interface Invariants {
  /** After each operation, while no transaction is open. */
  check(): Promise<void>;
  /** Nothing is open longer than it may be. */
  checkOpen(): void;
  /** After the failures are over and everything has expired. */
  finish(): Promise<void>;
  /** Null: everything holds. */
  violation(): string | null;
}

interface Needs {
  readonly world: World;
  readonly sandbox: Sandbox;
  readonly cluster: Cluster;
  readonly lock: LeaderLock;
  readonly prices: SimulatedPrices;
  readonly users: SimulatedUsers;
  readonly note: (line: string) => void;
}

/** Only the leader writes these. */
const leadersTables: ReadonlySet<string> = new Set([
  'outcomes',
  'record_checkpoints',
  'record_nodes',
  'shadow_minutes',
  'minute_bars',
]);
const maxOpenMs = minuteMs;

/** When the run was to go on: at its next step, or with the outcome of its newest signal. */
const autoRunQuery = `
  select extract(epoch from r.next_signal_at)::float8 * 1000 as next, (
    select extract(epoch from o.settled_at)::float8 * 1000 from session_signals l
    left join outcomes o on o.signal_id = l.signal_id where l.session_id = r.id order by l.step desc limit 1
  ) as settled
  from signal_sessions r where r.user_id = $1 and r.stopped_at is null`;

export function createInvariants(needs: Needs): Invariants {
  const { world, sandbox, cluster, lock, users, note } = needs;
  const errorOf = createSignalRules({ ...needs, now: world.now, deliveredTo: cluster.deliveredTo });
  const record = createRecordInvariants(sandbox);
  let known: ReadonlyMap<string, StoredSignal> = new Map();
  let violation: string | null = null;

  const fail = (sentence: string): void => {
    violation ??= `${new Date(world.now()).toISOString()} ${sentence}`;
  };

  const changeError = (before: StoredSignal, after: StoredSignal | undefined): string | null => {
    if (!after) return 'it is gone';
    if (before.status === 'settled' && !isEqual(before, after)) return 'it changed after it was settled';
    if (before.openedAt !== null && (before.openedAt !== after.openedAt || before.expiresAt !== after.expiresAt))
      return 'its entry changed';
    return null;
  };

  const checkSignals = async (): Promise<void> => {
    const now = await readSignals(sandbox);
    for (const [id, before] of known) {
      const error = changeError(before, now.get(id));
      if (error !== null) fail(`signal ${id}: ${error}`);
    }
    for (const [id, signal] of now) {
      const before = known.get(id);
      const error = errorOf(signal, before);
      if (error !== null) fail(`signal ${id}: ${error}`);
      if (before?.status !== signal.status) note(`signal ${id} is ${signal.status} ${signal.result ?? ''}`);
    }
    const active = [...now.values()].filter(({ status }) => status !== 'settled').map(({ userId }) => userId);
    if (new Set(active).size < active.length) fail('a user has two active signals');
    known = now;
  };

  const checkShown = (): void => {
    for (const id of users.shown) if (!known.has(id)) fail(`signal ${id} was shown and is not stored`);
  };

  /** A signal's issue, its entry and its result are in the outbox of its user, each once. */
  const checkOutbox = async (): Promise<void> => {
    const { rows } = await sandbox.query(
      `select data->>'id' as id, data->>'status' as status from user_events where name in ('signal', 'result')`,
    );
    const counts = new Map<string, number>();
    for (const { id, status } of rows as { id: string; status: string }[])
      counts.set(`${id} ${status}`, (counts.get(`${id} ${status}`) ?? 0) + 1);
    for (const { id, openedAt, status } of known.values()) {
      const expected = [
        'entering',
        ...(openedAt === null ? [] : ['live']),
        ...(status === 'settled' ? ['settled'] : []),
      ];
      for (const one of expected)
        if (counts.get(`${id} ${one}`) !== 1)
          fail(`signal ${id}: ${counts.get(`${id} ${one}`) ?? 0} events say ${one}`);
    }
  };

  /** Every event of the outbox was received by its user's browser, once. */
  const checkStreams = async (): Promise<void> => {
    const { rows } = await sandbox.query('select user_id as "userId", name, data from user_events order by id');
    for (const { userId, name, data } of rows as { userId: string; name: string; data: unknown }[]) {
      const times = users.received.get(userId)?.get(eventText(name, data)) ?? 0;
      if (times !== 1) fail(`an event reached user ${userId.slice(-1)} ${times} times: ${eventText(name, data)}`);
    }
  };

  const checkAutoRun = async (): Promise<void> => {
    const userId = users.autoRunOf();
    if (userId === null) return;
    const { rows } = await sandbox.query(autoRunQuery, [userId]);
    const [run] = rows as { next: number | null; settled: number | null }[];
    if (!run) return fail('the auto-signal run ended by itself');
    const due = run.next ?? run.settled;
    if (due !== null && due < world.now() - 2 * minuteMs) fail('the auto-signal run stands still');
  };

  return {
    violation: () => violation,
    check: async () => {
      const written = world.transactions.takeWritten();
      if (written.length === 0) return;
      const stale = written.find(({ table, by }) => leadersTables.has(table) && by !== lock.leading());
      if (stale) fail(`${stale.by.name} wrote ${stale.table}, and does not lead`);
      const tables = new Set(written.map(({ table }) => table));
      if (tables.has('signals') || tables.has('outcomes')) await checkSignals();
      checkShown();
      if (!tables.has('record_leaves') && !tables.has('record_checkpoints')) return;
      const error = await record.readOn();
      if (error !== null) fail(`record: ${error}`);
    },
    checkOpen: () => {
      const calmSince = Math.max(cluster.quietSince(), lock.leadingSince());
      for (const { id, status, issuedAt, expiresAt } of known.values()) {
        const due = Math.max(calmSince, expiresAt ?? issuedAt);
        if (status !== 'settled' && world.now() > due + maxOpenMs) fail(`signal ${id} is still ${status}`);
      }
    },
    finish: async () => {
      await checkSignals();
      checkShown();
      for (const { id, status, issuedAt, expiresAt } of known.values())
        if (status !== 'settled' && (expiresAt ?? issuedAt) < world.now() - maxOpenMs)
          fail(`signal ${id} is ${status}`);
      await checkOutbox();
      await checkStreams();
      await checkAutoRun();
      const error = (await record.readOn()) ?? (await record.finish(world.now()));
      if (error !== null) fail(`record: ${error}`);
    },
  };
}

const isEqual = (a: StoredSignal, b: StoredSignal): boolean => JSON.stringify(a) === JSON.stringify(b);
