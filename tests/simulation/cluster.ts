import type { RecordKey } from '#server/modules/record/record-key.ts';
import { type Api, startApi } from './api-process.ts';
import type { Defect } from './defects.ts';
import { startEngine } from './engine-process.ts';
import { apiNames, engineNames, type Failure, type Point, type ProcessName } from './failures.ts';
import { rules } from './rules.ts';
import { createSimulatedFeed, type Delivered, type FeedLink } from './simulated-feed.ts';
import type { LeaderLock } from './simulated-leader.ts';
import type { SimulatedPrices } from './simulated-prices.ts';
import { type SimulatedProcess, startProcess } from './simulated-process.ts';
import type { SimulatedValkey } from './simulated-valkey.ts';
import type { ProcessState, World } from './world.ts';

/** Two engines and two api processes, which are started again when they die. */
export interface Cluster {
  start(): void;
  inject(failure: Failure): void;
  /** When the last failure so far is over. */
  quietSince(): number;
  /** What has not struck yet does not. */
  heal(): void;
  onDeath(process: ProcessState): void;
  /** Null: it is not running. */
  api(name: (typeof apiNames)[number]): Api | null;
  /** Ticks that this process received since it started. */
  deliveredTo(process: ProcessState): readonly Delivered[];
}

interface Needs {
  readonly world: World;
  readonly lock: LeaderLock;
  readonly valkey: SimulatedValkey;
  readonly prices: SimulatedPrices;
  readonly key: RecordKey;
  readonly folder: string;
  readonly defect: Defect;
  readonly chance: () => number;
  readonly timerStepMs: number;
  readonly note: (line: string) => void;
}

interface Slot {
  readonly name: ProcessName;
  readonly link: FeedLink;
  process: SimulatedProcess | null;
  api: Api | null;
  downMs: number;
}

const restartMs = 2_000;
/** The server ends the session of a process that is silent for so long, and releases its lock. */
const sessionTimeoutMs = 6_000;

export function createCluster(needs: Needs): Cluster {
  const { world, lock, valkey, prices, key, folder, defect, chance, timerStepMs, note } = needs;
  const slots = new Map(
    [...engineNames, ...apiNames].map((name): [ProcessName, Slot] => [
      name,
      { name, link: { heldUntil: 0, cutUntil: 0, disorder: 0 }, process: null, api: null, downMs: restartMs },
    ]),
  );
  let quietSince = world.now();
  const deliveries = new Map<ProcessState, Delivered[]>();
  const slotOf = (name: string): Slot => {
    const slot = slots.get(name as ProcessName);
    if (!slot) throw new Error(`there is no process ${name}`);
    return slot;
  };

  const startSlot = (slot: Slot): void => {
    const { name, link } = slot;
    const process = startProcess({ world, name, timerStepMs, onLog: note });
    slot.process = process;
    note(`${name} starts`);
    const connection = valkey.connect(process.state);
    const fail = (): void => world.kill(process.state);
    const onFailed = (error: unknown): void => {
      note(`${name} could not start: ${String(error)}`);
      fail();
    };
    if (apiNames.some((one) => one === name)) {
      startApi({ process, valkey: connection, realNow: world.now, rules }).then((api) => (slot.api = api), onFailed);
      return;
    }
    const delivered: Delivered[] = [];
    deliveries.set(process.state, delivered);
    const marketData = createSimulatedFeed({ world, process, prices, link, chance, delivered });
    const leader = lock.stand(process, fail);
    startEngine({ process, marketData, valkey: connection, leader, key, folder, rules, defect, onFailed: fail }).catch(
      onFailed,
    );
  };

  const loseSession = (state: ProcessState): void => {
    world.transactions.breakOf(state);
    world.at(world.now() + sessionTimeoutMs, () => lock.release(state));
  };

  const strike = ({ ms, kind, target }: Failure, act: () => void): void => {
    quietSince = Math.max(quietSince, world.now() + ms);
    note(`${kind} of ${target}`);
    act();
  };
  const pause = (state: ProcessState, ms: number): void => {
    state.pausedUntil = world.now() + ms;
    if (ms >= sessionTimeoutMs) loseSession(state);
  };

  const injectInto = (slot: Slot, state: ProcessState, failure: Failure): void => {
    const until = world.now() + failure.ms;
    const { link } = slot;
    const later = (undo: () => void): void => void world.at(until, undo);
    switch (failure.kind) {
      case 'crash':
        slot.downMs = failure.ms;
        state.interruption = { ...pointOf(failure), act: () => strike(failure, () => world.kill(state)) };
        return;
      case 'pause':
        state.interruption = { ...pointOf(failure), act: () => strike(failure, () => pause(state, failure.ms)) };
        return;
      case 'slow':
        state.latencyMs = failure.latencyMs;
        return later(() => (state.latencyMs = 0));
      case 'clock':
        state.clockAheadMs = failure.aheadMs;
        return later(() => (state.clockAheadMs = 0));
      case 'database':
        state.isDatabaseAway = true;
        world.transactions.breakOf(state);
        if (failure.ms >= sessionTimeoutMs) loseSession(state);
        return later(() => (state.isDatabaseAway = false));
      case 'valkey':
        return valkey.cut((process) => process === state, until);
      case 'hold':
        link.heldUntil = until;
        return;
      case 'cut':
        link.cutUntil = until;
        return;
      case 'disorder':
        link.disorder = failure.share;
        return later(() => (link.disorder = 0));
    }
  };

  return {
    start: () => {
      for (const slot of slots.values()) startSlot(slot);
    },
    inject: (failure) => {
      const slot = slotOf(failure.target === 'leader' ? (lock.leading()?.name ?? 'engine-1') : failure.target);
      quietSince = Math.max(quietSince, world.now() + failure.ms);
      if (slot.process?.state.isAlive) injectInto(slot, slot.process.state, failure);
    },
    onDeath: (process) => {
      const slot = slotOf(process.name);
      note(`${process.name} dies`);
      lock.release(process);
      slot.process = null;
      slot.api = null;
      world.at(world.now() + slot.downMs, () => startSlot(slot));
      slot.downMs = restartMs;
    },
    quietSince: () => quietSince,
    heal: () => {
      for (const { process } of slots.values()) if (process) process.state.interruption = null;
    },
    api: (name) => slotOf(name).api,
    deliveredTo: (process) => deliveries.get(process) ?? [],
  };
}

const pointOf = ({ operations, isInWriting, when }: Point) => ({ left: operations, isInWriting, when });
