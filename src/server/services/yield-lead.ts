import type pg from 'pg';
import type { Component } from '../start/component.ts';
import type { Runtime } from '../start/runtime.ts';
import { repeat } from '../jobs/repeat.ts';

const everyMs = 1_000;
/** Longer than all engines take to notice a loss or a return, so that one restart of Valkey moves no lead. */
const settledMs = 6_000;
const lock = "hashtext('kurs.engine_on_valkey')";

/**
 * Engines that reach Valkey hold a shared lock. A leader that does not reach it cannot publish, so it
 * stops while another engine could lead; when none does, it goes on settling and recording.
 */
export function yieldLead(runtime: Runtime, reachesValkey: () => boolean): Component {
  const { pool, leader, realNow, scheduler, log, stop: stopProcess } = runtime;
  const { after } = scheduler;
  let session: pg.PoolClient | null = null;
  let wasConnected = reachesValkey();
  let changedAt = realNow();

  const drop = (): void => {
    session?.release(true);
    session = null;
  };
  const hold = async (): Promise<void> => {
    try {
      // The server ends sessions that are idle for long.
      if (session) return void (await session.query('select 1'));
      session = await pool.connect();
      session.on('error', drop);
      await session.query(`select pg_advisory_lock_shared(${lock})`);
    } catch (error) {
      drop();
      throw error;
    }
  };
  const isHeldByAnother = async (): Promise<boolean> => {
    const { rows } = await pool.query<{ free: boolean }>(`select pg_try_advisory_xact_lock(${lock}) as free`);
    return rows[0]?.free === false;
  };

  const task = async (): Promise<void> => {
    const isConnected = reachesValkey();
    if (isConnected !== wasConnected) [wasConnected, changedAt] = [isConnected, realNow()];
    if (!isConnected) drop();
    if (realNow() - changedAt < settledMs) return;
    if (isConnected) return hold();
    if (!leader.isLeading() || !(await isHeldByAnother())) return;
    log.warn('This engine lost Valkey while another engine reaches it; stopping so that the other one leads.');
    stopProcess();
  };

  const onError = (err: unknown): void =>
    log.warn({ err }, 'looking for an engine that reaches Valkey failed; retrying');
  const { start, stop } = repeat({ everyMs, task, onError, after });
  return {
    name: 'yielding the lead',
    duty: 'feed',
    start,
    stop: async () => {
      await stop();
      drop();
    },
  };
}
