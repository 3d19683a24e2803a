import { minuteMs } from '#domain/time.ts';
import type { Sandbox } from './sandbox.ts';
import { createAlertInvariants } from './invariants/alert-invariants.ts';
import { calibrationErrors } from './invariants/calibration-errors.ts';
import { endErrors } from './invariants/end-errors.ts';
import { createBalanceRules } from './invariants/balance-rules.ts';
import { createRecordInvariants } from './invariants/record-invariants.ts';
import { createSignalRules, readNewestTicks, readSignals, type StoredSignal } from './invariants/signal-invariants.ts';
import type { Cluster } from './cluster.ts';
import type { LeaderLock } from './simulated/simulated-leader.ts';
import type { SimulatedPrices } from './simulated/simulated-prices.ts';
import type { SimulatedBroker } from './simulated/simulated-broker.ts';
import type { SimulatedReceivers } from './simulated/simulated-receivers.ts';
import type { SimulatedUsers } from './simulated/simulated-users.ts';
import type { SimulatedWatchers } from './simulated/simulated-watchers.ts';
import type { SimulatedWitness } from './simulated/simulated-witness.ts';
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

interface InvariantsDependencies {
  readonly world: World;
  readonly sandbox: Sandbox;
  readonly cluster: Cluster;
  readonly lock: LeaderLock;
  readonly prices: SimulatedPrices;
  readonly users: SimulatedUsers;
  readonly receivers: SimulatedReceivers;
  readonly watchers: SimulatedWatchers;
  readonly witness: Pick<SimulatedWitness, 'cosigned'>;
  readonly broker: Pick<SimulatedBroker, 'answered'>;
  /** Of the balances that were stored before the processes start. */
  readonly firstCheckedAt: number;
  /** The witness was given checkpoints that contradict each other. */
  readonly hasForked: () => boolean;
  readonly note: (line: string) => void;
}

/** Only the leader writes these. */
const leadersTables: ReadonlySet<string> = new Set(['outcomes', 'record_checkpoints', 'minute_bars']);
const maxOpenMs = minuteMs;

export function createInvariants(needs: InvariantsDependencies): Invariants {
  const { world, sandbox, cluster, lock, users, witness, note } = needs;
  let leadingSince = Number.NEGATIVE_INFINITY;
  let logged: ReadonlyMap<string, number> = new Map();
  const loggedBefore = (symbol: string): number => logged.get(symbol) ?? Number.NEGATIVE_INFINITY;
  const toError = createSignalRules({ ...needs, now: world.now, deliveredTo: cluster.deliveredTo, loggedBefore });
  const record = createRecordInvariants({ sandbox, startsAt: world.now() }, witness.cosigned);
  const alerts = createAlertInvariants(needs);
  const balanceError = createBalanceRules(needs);
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
    if (lock.leadingSince() !== leadingSince) {
      leadingSince = lock.leadingSince();
      logged = await readNewestTicks(sandbox);
    }
    const now = await readSignals(sandbox);
    for (const [id, before] of known) {
      const error = changeError(before, now.get(id));
      if (error !== null) fail(`signal ${id}: ${error}`);
    }
    for (const [id, signal] of now) {
      const before = known.get(id);
      const error = toError(signal, before);
      if (error !== null) fail(`signal ${id}: ${error}`);
      if (before?.status !== signal.status) note(`signal ${id} is ${signal.status} ${signal.result ?? ''}`);
    }
    const active = [...now.values()].filter(({ status }) => status !== 'settled').map(({ userId }) => userId);
    if (new Set(active).size < active.length) fail('a user has two active signals');
    known = now;
  };

  const checkShown = (): void => {
    for (const who of users.lockedOut) fail(`a user was locked out, ${who}`);
    if (needs.hasForked()) fail('the record signed two histories');
    for (const id of users.shown) if (!known.has(id)) fail(`signal ${id} was shown and is not stored`);
  };

  return {
    violation: () => violation,
    check: async () => {
      const alertError = await alerts.readOn();
      if (alertError !== null) fail(alertError);
      const written = world.transactions.takeWritten();
      if (written.length === 0) return;
      const stale = written.find(({ table, by }) => leadersTables.has(table) && by !== lock.leading());
      if (stale) fail(`${stale.by.name} wrote ${stale.table}, and does not lead`);
      const tables = new Set(written.map(({ table }) => table));
      if (tables.has('signals') || tables.has('outcomes')) await checkSignals();
      const balance = tables.has('users') ? await balanceError() : null;
      if (balance !== null) fail(balance);
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
      const errors = [await endErrors(needs, known), await alerts.finish(), await calibrationErrors(needs)];
      for (const error of errors.flat()) fail(error);
      const error = (await record.readOn()) ?? (await record.finish(world.now()));
      if (error !== null) fail(`record: ${error}`);
    },
  };
}

const isEqual = (a: StoredSignal, b: StoredSignal): boolean =>
  JSON.stringify({ ...a, log: null }) === JSON.stringify({ ...b, log: null });
