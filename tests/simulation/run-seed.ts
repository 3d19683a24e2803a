import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { hourMs, minuteMs, secondMs } from '#domain/time.ts';
import { queriesOver } from '#server/database/connection.ts';
import { recordKeys } from '#server/database/tables/record-tables.ts';
import { makeKey } from '#server/modules/record/sign/record-key.ts';
import { createChance } from '#tests/support/chance.ts';
import { memoryFolder } from '#tests/support/network/memory-folder.ts';
import { createCluster } from './cluster.ts';
import { type Defect, type DefectName, defects } from './defects.ts';
import { describeFailure, type Failure, planFailures } from './failures.ts';
import { createInvariants } from './invariants.ts';
import type { Sandbox } from './sandbox.ts';
import { secret } from './rules.ts';
import { seedRandomness } from './seeded-randomness.ts';
import { createLeaderLock } from './simulated/simulated-leader.ts';
import { insertHistory } from './simulated/simulated-calibration.ts';
import { createSimulatedPrices } from './simulated/simulated-prices.ts';
import { createSimulatedUsers, insertUsers } from './simulated/simulated-users.ts';
import { createSimulatedReceivers } from './simulated/simulated-receivers.ts';
import { createSimulatedWatchers, insertWatchers } from './simulated/simulated-watchers.ts';
import { createSimulatedBroker } from './simulated/simulated-broker.ts';
import { createSimulatedLlm } from './simulated/simulated-llm.ts';
import { createSimulatedWitness } from './simulated/simulated-witness.ts';
import { createSimulatedValkey } from './simulated/simulated-valkey.ts';
import { withVirtualPauses } from './virtual-pauses.ts';
import { createWorld } from './world.ts';

export interface Trial {
  readonly seed: number;
  /** Of failures; most of what is issued settles while they go on. */
  readonly hours: number;
  /** Instead of the plan that follows from the seed. */
  readonly failures?: readonly Failure[];
  readonly defect?: DefectName;
}

export interface SeedResult {
  /** Null: every invariant held. */
  readonly violation: string | null;
  readonly failures: readonly Failure[];
  readonly trace: readonly string[];
  readonly fingerprint: number;
  readonly operations: number;
  readonly signals: number;
}

/** Unless the command says otherwise. */
export const usualHours = 0.06;
/** A Tuesday, in the middle of a UTC day. */
const startsAt = Date.parse('2026-03-03T12:00:30.000Z');
/** More than five minutes ago: each request asks the broker in the background. */
const balanceCheckedAt = startsAt - 10 * minuteMs;
/** Boot of the processes, without failures. */
const bootMs = 30_000;
/** The last request is so long before the last failure: its signal expires with it. */
const withoutRequestsMs = 2 * minuteMs;
/** After the last failure: what it delayed, the settlement, and the next minute of the record. */
const settleMs = 100 * secondMs;
const timerStepsMs = [2_000, 3_000, 5_000, 5_000];

export async function runSeed(sandbox: Sandbox, key: RecordKeyRow, trial: Trial): Promise<SeedResult> {
  const { seed, hours } = trial;
  const folder = mkdtempSync(join(memoryFolder(), 'kurs-simulation-'));
  const restore = seedRandomness(seed);
  try {
    return await runIn(folder, sandbox, key, { failures: listFailures(seed, hours), ...trial });
  } finally {
    restore();
    rmSync(folder, { recursive: true, force: true });
  }
}

const listFailures = (seed: number, hours: number): Failure[] =>
  planFailures(createChance(seed ^ 0xfa17), startsAt + bootMs, startsAt + hours * hourMs);

/** The key of a record, for any number of seeds. */
export const makeRecordKey = (): Promise<RecordKeyRow> => makeKey('kurs.example/record', secret, new Date(startsAt));

export type RecordKeyRow = Awaited<ReturnType<typeof makeKey>>;

interface Planned extends Trial {
  readonly failures: readonly Failure[];
}

async function runIn(folder: string, sandbox: Sandbox, key: RecordKeyRow, trial: Planned): Promise<SeedResult> {
  const { seed, hours, failures } = trial;
  const defect: Defect = trial.defect ? defects[trial.defect]() : {};
  const trace: string[] = [];
  await sandbox.restart();
  if (defect.prepare) await sandbox.query(defect.prepare);
  const db = queriesOver({ query: sandbox.query } as unknown as pg.Pool);
  await db.insert(recordKeys).values(key);
  await insertUsers(db, balanceCheckedAt);
  await insertWatchers(db, balanceCheckedAt);
  await insertHistory(db, startsAt);
  const world = createWorld({
    seed,
    startsAt,
    sandbox,
    defect,
    afterOperation: () => invariants.check(),
    onDeath: (process) => cluster.onDeath(process),
  });
  const note = (line: string): void => void trace.push(`${new Date(world.now()).toISOString()} ${line}`);
  const lock = createLeaderLock(world);
  const valkey = createSimulatedValkey(world, createChance(seed + 1));
  const prices = createSimulatedPrices(seed);
  let hasForked = false;
  const onContradiction = (): void => void (hasForked = true);
  const witness = createSimulatedWitness({ world, key, chance: createChance(seed + 4), onContradiction });
  const broker = createSimulatedBroker(world, seed + 5);
  const llm = createSimulatedLlm(world, createChance(seed + 8));
  const receivers = createSimulatedReceivers(world, createChance(seed + 6));
  const timerStepMs = timerStepsMs[Math.abs(seed) % timerStepsMs.length] ?? secondMs;
  const forCluster = {
    world,
    lock,
    valkey,
    witness,
    broker,
    llm,
    receivers,
    prices,
    folder,
    defect,
    timerStepMs,
    note,
  };
  const cluster = createCluster({ ...forCluster, chance: createChance(seed + 2) });
  const users = createSimulatedUsers({ world, cluster, chance: createChance(seed + 3), note });
  const watchers = createSimulatedWatchers({ world, cluster, chance: createChance(seed + 7), note });
  const invariants = createInvariants({
    world,
    sandbox,
    cluster,
    lock,
    prices,
    users,
    watchers,
    receivers,
    witness,
    broker,
    firstCheckedAt: balanceCheckedAt,
    hasForked: () => hasForked,
    note,
  });
  for (const failure of failures)
    world.at(failure.at, () => {
      note(describeFailure(failure));
      cluster.inject(failure);
    });
  const watch = (): void => {
    invariants.checkOpen();
    world.at(world.now() + 10 * secondMs, watch);
  };
  const isOver = (): boolean => invariants.violation() !== null;
  await withVirtualPauses(world, async () => {
    cluster.start();
    users.start();
    watchers.start();
    watch();
    const endsAt = startsAt + hours * hourMs;
    await world.run(endsAt - withoutRequestsMs, isOver);
    users.stop();
    await world.run(endsAt, isOver);
    cluster.heal();
    await world.run(endsAt + settleMs, isOver);
  });
  if (!isOver()) await invariants.finish();
  const [fingerprint, operations] = [world.fingerprint(), world.operations()];
  return { violation: invariants.violation(), failures, trace, fingerprint, operations, signals: users.shown.size };
}
