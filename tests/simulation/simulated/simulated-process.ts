import { pino } from 'pino';
import type { default as pg } from 'pg';
import { z } from 'zod';
import type { Clock } from '#domain/time.ts';
import { type Database, queriesOver } from '#server/database/connection.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import { toText } from '../to-text.ts';
import type { Session } from '../transactions.ts';
import type { ProcessState } from '../process-state.ts';
import type { World } from '../world.ts';

/** What one process of the product receives from outside, until it dies. */
export interface SimulatedProcess {
  readonly state: ProcessState;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly db: Database;
  readonly log: pino.Logger;
  /** An operation on files. */
  onDisk<T>(label: string, run: () => Promise<T>): Promise<T>;
}

interface Options {
  readonly world: World;
  readonly name: string;
  /** Its timers fire at multiples of this, as on a busy machine: each run of a loop costs statements. */
  readonly timerStepMs: number;
  readonly chance: () => number;
  readonly onLog: (line: string) => void;
}

/** Of the timers: so many fire out of step with the others. */
const lateShare = 0.3;
/** Of the market that is published: nothing is issued on an older price. */
const shortMs = 150;
const shortStepMs = 1_000;

export function startProcess({ world, name, timerStepMs, chance, onLog }: Options): SimulatedProcess {
  const state: ProcessState = {
    name,
    isAlive: true,
    pausedUntil: 0,
    clockAheadMs: 0,
    latencyMs: 0,
    lossShare: 0,
    isDatabaseAway: false,
    interruption: null,
  };
  const fire = (task: () => void): void => {
    if (!state.isAlive) return;
    if (state.pausedUntil > world.now()) world.at(state.pausedUntil, () => fire(task));
    else task();
  };
  return {
    state,
    clock: { now: () => world.now() + state.clockAheadMs },
    scheduler: {
      after: (ms, task) => {
        const stepMs = ms < shortMs ? shortStepMs : timerStepMs;
        const due = Math.ceil((world.now() + ms) / stepMs) * stepMs;
        const lateMs = chance() < lateShare ? Math.floor(stepMs * chance()) : 0;
        return world.at(due + lateMs, () => fire(task));
      },
    },
    db: createDatabase(world, state, chance),
    log: pino({ level: 'warn' }, { write: (line: string) => onLog(`${name} logs: ${textOfLog(line)}`) }),
    onDisk: (label, run) =>
      world.perform({
        owner: state,
        label,
        readyAt: world.now() + state.latencyMs,
        isPossible: () => true,
        isInWriting: () => false,
        run,
      }),
  };
}

/** A pool whose every statement is an operation of this process. */
function createDatabase(world: World, owner: ProcessState, chance: () => number): Database {
  const open = () => getSession(world, owner, chance);
  const free: ReturnType<typeof getSession>[] = [];
  const connect = async () => {
    const session = free.pop() ?? open();
    return Object.assign(session, { release: (isBroken?: boolean) => isBroken !== true && free.push(session) });
  };
  const query: ReturnType<typeof open>['query'] = (one, values) => open().query(one, values);
  const pool = { query, connect };
  return queriesOver(pool as unknown as pg.Pool);
}

function getSession(world: World, owner: ProcessState, chance: () => number) {
  const { transactions } = world;
  const session: Session = { owner, isBroken: false };
  const isLost = (): boolean => session.isBroken || owner.isDatabaseAway;
  const isFree = (): boolean => !transactions.isOpen() || transactions.isOf(session);
  const lose = (): never => {
    if (transactions.isOf(session)) transactions.breakConnection(owner);
    session.isBroken = true;
    throw new ConnectionEnded();
  };
  /** A lost connection loses the statement or its answer. */
  const attempt = async (run: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> => {
    const fate = owner.lossShare > 0 ? chance() / owner.lossShare : Number.POSITIVE_INFINITY;
    if (isLost() || fate < 0.5) return lose();
    const result = await run();
    return fate < 1 ? lose() : result;
  };
  const operate = (label: string, run: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> =>
    world.perform({
      owner,
      label,
      readyAt: world.now() + owner.latencyMs,
      isPossible: () => isLost() || isFree(),
      isInWriting: () => transactions.hasWritten(session),
      run: () => attempt(run),
    });
  return {
    query: (query: string | pg.QueryConfig, values?: unknown[]): Promise<pg.QueryResult> => {
      const text = toText(query).trim();
      if (text.startsWith('begin')) return operate('begin', () => transactions.begin(session));
      if (text === 'commit' || text === 'rollback') return operate(text, () => transactions.end(session, text));
      return operate(text.slice(0, 60), () => transactions.query(session, query, values));
    },
    getTransactionStatus: () => (transactions.isOf(session) || session.isBroken ? 'T' : 'I'),
  };
}

/** SQLSTATE of a session that the server ended. */
class ConnectionEnded extends Error {
  readonly code = '57P01';
  constructor() {
    super('terminating connection due to administrator command');
  }
}

/** Without its time, which is real. */
function textOfLog(line: string): string {
  const { msg, err } = LogLine.parse(JSON.parse(line));
  const [cause = ''] = (err?.message ?? '').trim().split('\n');
  return `${msg} ${cause.slice(0, 100)}`;
}

const LogLine = z.object({ msg: z.string(), err: z.object({ message: z.string() }).optional() });
