import type { Failure, Point } from './failures.ts';
import type { FeedLink } from './simulated/simulated-feed.ts';
import type { LeaderLock } from './simulated/simulated-leader.ts';
import type { SimulatedValkey } from './simulated/simulated-valkey.ts';
import type { SimulatedReceivers } from './simulated/simulated-receivers.ts';
import type { SimulatedWitness } from './simulated/simulated-witness.ts';
import type { ProcessState } from './process-state.ts';
import type { World } from './world.ts';

/** What remains of a process when it dies. */
export interface Struck {
  readonly link: FeedLink;
  /** How long it stays down after its next death. */
  downMs: number;
}

interface Injector {
  inject(struck: Struck, state: ProcessState, failure: Failure): void;
  /** When the last failure so far is over. */
  quietSince(): number;
  /** No failure, nor what follows from one, between these instants. */
  wasCalm(from: number, to: number): boolean;
}

interface InjectFailureDependencies {
  readonly world: World;
  readonly lock: Pick<LeaderLock, 'release'>;
  readonly valkey: Pick<SimulatedValkey, 'cut'>;
  readonly witness: Pick<SimulatedWitness, 'isAwayUntil'>;
  readonly receivers: Pick<SimulatedReceivers, 'isAwayUntil'>;
  readonly killAll: () => void;
  readonly note: (line: string) => void;
}

/** The server ends the session of a process that is silent for so long, and releases its lock. */
const sessionTimeoutMs = 6_000;
/** Of a process that starts again, of a claim, and of what waited. */
const recoveryMs = 20_000;

export function createInjector({
  world,
  lock,
  valkey,
  witness,
  receivers,
  killAll,
  note,
}: InjectFailureDependencies): Injector {
  const startedAt = world.now();
  const disturbances: { readonly from: number; readonly to: number }[] = [];
  const quietSince = (): number => Math.max(startedAt, ...disturbances.map(({ to }) => to));
  const disturb = (ms: number): void => void disturbances.push({ from: world.now(), to: world.now() + ms });
  const loseSession = (state: ProcessState): void => {
    world.transactions.breakConnection(state);
    world.at(world.now() + sessionTimeoutMs, () => lock.release(state));
  };

  const strike = ({ ms, kind, target }: Failure, act: () => void): void => {
    disturb(ms);
    note(`${kind} of ${target}`);
    act();
  };
  const pause = (state: ProcessState, ms: number): void => {
    state.pausedUntil = world.now() + ms;
    if (ms >= sessionTimeoutMs) loseSession(state);
  };

  const injectInto = (slot: Struck, state: ProcessState, failure: Failure): void => {
    const until = world.now() + failure.ms;
    const { link } = slot;
    const later = (undo: () => void): void => void world.at(until, undo);
    switch (failure.kind) {
      case 'crash':
        slot.downMs = failure.ms;
        state.interruption = { ...getPoint(failure), act: () => strike(failure, () => world.kill(state)) };
        return;
      case 'outage':
        state.interruption = { ...getPoint(failure), act: () => strike(failure, killAll) };
        return;
      case 'pause':
        state.interruption = { ...getPoint(failure), act: () => strike(failure, () => pause(state, failure.ms)) };
        return;
      case 'slow':
        state.latencyMs = failure.latencyMs;
        return later(() => (state.latencyMs = 0));
      case 'clock':
        state.clockAheadMs = failure.aheadMs;
        return later(() => (state.clockAheadMs = 0));
      case 'database':
        state.isDatabaseAway = true;
        world.transactions.breakConnection(state);
        if (failure.ms >= sessionTimeoutMs) loseSession(state);
        return later(() => (state.isDatabaseAway = false));
      case 'losses':
        state.lossShare = failure.share;
        return later(() => (state.lossShare = 0));
      case 'valkey':
        return valkey.cut((process) => process === state, until);
      case 'witness':
        return witness.isAwayUntil(until);
      case 'receivers':
        return receivers.isAwayUntil(until);
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
    quietSince,
    wasCalm: (from, to) => !disturbances.some((one) => one.from < to && one.to + recoveryMs > from),
    inject: (struck, state, failure) => {
      disturb(failure.ms);
      injectInto(struck, state, failure);
    },
  };
}

const getPoint = ({ operations, isInWriting, when }: Point) => ({ left: operations, isInWriting, when });
