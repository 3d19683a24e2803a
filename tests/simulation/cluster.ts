import { alertDropMs } from '#domain/signals/alert-rule.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { ForecastsListener } from '#server/live/market-view.ts';
import type { Defect } from './defects.ts';
import { neverLeads } from '#server/database/leader.ts';
import { settleAgain } from './invariants/settle-again.ts';
import { type Services, startServices } from './start-services.ts';
import { apiNames, engineNames, type Failure, type ProcessName } from './failures.ts';
import { createInjector, type Struck } from './inject-failure.ts';
import { createStartJudging } from './simulated/simulated-calibration.ts';
import { createSimulatedFeed, type Delivered } from './simulated/simulated-feed.ts';
import type { SimulatedBroker } from './simulated/simulated-broker.ts';
import type { SimulatedLlm } from './simulated/simulated-llm.ts';
import type { SimulatedReceivers } from './simulated/simulated-receivers.ts';
import type { LeaderLock } from './simulated/simulated-leader.ts';
import type { SimulatedPrices } from './simulated/simulated-prices.ts';
import { type SimulatedProcess, startProcess } from './simulated/simulated-process.ts';
import type { SimulatedWitness } from './simulated/simulated-witness.ts';
import type { SimulatedValkey } from './simulated/simulated-valkey.ts';
import type { ProcessState } from './process-state.ts';
import type { World } from './world.ts';

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
  api(name: (typeof apiNames)[number]): Services | null;
  /** Ticks that this process received since it started. */
  deliveredTo(process: ProcessState): readonly Delivered[];
  /** No failure, nor what follows from one, between these instants. */
  wasCalm(from: number, to: number): boolean;
  /**
   * Forecasts that an api process received while there was time to alert of them, by the close of
   * their minute: back-filled bars take the leader two of its timers.
   */
  minutes(): ReadonlyMap<number, readonly Forecast[]>;
}

interface ClusterDependencies {
  readonly world: World;
  readonly lock: LeaderLock;
  readonly valkey: SimulatedValkey;
  readonly witness: SimulatedWitness;
  readonly receivers: SimulatedReceivers;
  readonly broker: SimulatedBroker;
  readonly llm: SimulatedLlm;
  readonly prices: SimulatedPrices;
  readonly folder: string;
  readonly defect: Defect;
  readonly chance: () => number;
  readonly timerStepMs: number;
  readonly note: (line: string) => void;
}

interface Slot extends Struck {
  readonly name: ProcessName;
  process: SimulatedProcess | null;
  /** What users call; null: it is not running. */
  api: Services | null;
}

const restartMs = 2_000;

export function createCluster(needs: ClusterDependencies): Cluster {
  const { world, lock, valkey, witness, receivers, broker, llm, prices, folder, defect, chance, timerStepMs, note } =
    needs;
  const slots = new Map(
    [...engineNames, ...apiNames].map((name): [ProcessName, Slot] => [
      name,
      { name, link: { heldUntil: 0, cutUntil: 0, disorder: 0 }, process: null, api: null, downMs: restartMs },
    ]),
  );
  const deliveries = new Map<ProcessState, Delivered[]>();
  const getSlot = (name: string): Slot => {
    const slot = slots.get(name as ProcessName);
    if (!slot) throw new Error(`there is no process ${name}`);
    return slot;
  };

  const minutes = new Map<number, readonly Forecast[]>();
  const onForecasts: ForecastsListener = (forecasts) => {
    const [first] = forecasts;
    if (first && world.now() - first.decidedAt <= alertDropMs / 2) minutes.set(first.decidedAt, forecasts);
  };

  const startSlot = (slot: Slot): void => {
    const { name, link } = slot;
    const process = startProcess({ world, name, timerStepMs, chance, onLog: note });
    slot.process = process;
    note(`${name} starts`);
    const stop = (): void => world.kill(process.state);
    const delivered: Delivered[] = [];
    const isApi = apiNames.some((one) => one === name);
    if (!isApi) deliveries.set(process.state, delivered);
    const leader = isApi ? neverLeads : lock.stand(process, stop);
    const outside = {
      process,
      leader,
      marketData: createSimulatedFeed({ world, process, prices, link, chance, delivered }),
      valkey,
      broker: broker.reachedFrom(process.state),
      llm: llm.reachedFrom(process.state),
      witness: witness.reachedFrom(process.state),
      receivers,
      folder,
      chance,
      realNow: world.now,
      startJudging: createStartJudging(world),
      stop,
    };
    const startAll = async (): Promise<void> => {
      if (!isApi) {
        const { platform } = await startServices({ ...outside, role: 'engine' });
        if (defect.settlesAgain) settleAgain({ ...platform, ...platform.scheduler, leader });
        return;
      }
      const api = await startServices({ ...outside, role: 'api', onForecasts });
      await startServices({ ...outside, role: 'worker' });
      slot.api = api;
    };
    startAll().catch((error: unknown) => {
      note(`${name} could not start: ${String(error)}`);
      stop();
    });
  };

  const killAll = (): void => {
    for (const { process } of slots.values()) if (process) world.kill(process.state);
  };
  const injector = createInjector({ ...needs, killAll });

  return {
    start: () => {
      for (const slot of slots.values()) startSlot(slot);
    },
    inject: (failure) => {
      const slot = getSlot(failure.target === 'leader' ? (lock.leading()?.name ?? 'engine-1') : failure.target);
      if (slot.process?.state.isAlive) injector.inject(slot, slot.process.state, failure);
    },
    onDeath: (process) => {
      const slot = getSlot(process.name);
      note(`${process.name} dies`);
      lock.release(process);
      slot.process = null;
      slot.api = null;
      world.at(world.now() + slot.downMs, () => startSlot(slot));
      slot.downMs = restartMs;
    },
    quietSince: injector.quietSince,
    wasCalm: injector.wasCalm,
    minutes: () => minutes,
    heal: () => {
      for (const { process } of slots.values()) if (process) process.state.interruption = null;
    },
    api: (name) => getSlot(name).api,
    deliveredTo: (process) => deliveries.get(process) ?? [],
  };
}
