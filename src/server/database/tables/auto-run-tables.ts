import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { type FoundForecast, stopReasons } from '#contract/signals.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { checkValues, instant } from '../columns.ts';
import { signals, userForeignKey } from '../schema.ts';

const runStates = ['running', 'waiting', 'searching', 'stopped'] as const;

/**
 * Auto runs. Their results are read from the signals themselves; this table stores only the
 * next step and its time.
 */
export const autoRuns = pgTable(
  'auto_runs',
  {
    id: uuid().notNull(),
    userId: uuid().notNull(),
    aiModel: text({ enum: aiModelKeys }).notNull(),
    interval: smallint().$type<PickerDuration>().notNull(),
    /** Null: the model chooses the pair. */
    symbol: text(),
    /** How many signals; null: one after another. */
    count: smallint(),
    /** False: the next forecast with an edge is announced, and no signal issued. */
    take: boolean().notNull(),
    /** The announced forecast. */
    found: jsonb().$type<FoundForecast>(),
    stopAfterLosses: smallint().notNull(),
    dailyLimit: smallint().notNull(),
    startedAt: instant().notNull(),
    /** Each step is executed once: the process that executes it increments the counter. */
    step: integer().notNull().default(0),
    state: text({ enum: runStates }).notNull(),
    /** Time of the next attempt; null while a signal is open. */
    nextSignalAt: instant(),
    stoppedAt: instant(),
    stopReason: text({ enum: stopReasons }),
  },
  (t) => [
    primaryKey({ name: 'auto_runs__id', columns: [t.id] }),
    userForeignKey('auto_runs__user_id', t.userId),
    uniqueIndex('auto_runs__one_running_a_user').on(t.userId).where(sql`${t.stoppedAt} is null`),
    index('auto_runs__user_id_started_at_idx').on(t.userId, t.startedAt.desc().nullsFirst()),
    check('auto_runs__interval', sql`${t.interval} in (3, 5, 7, 10)`),
    check('auto_runs__stop_after_losses', sql`${t.stopAfterLosses} between 1 and 20`),
    check('auto_runs__count', sql`${t.count} between 1 and 50`),
    check('auto_runs__daily_limit', sql`${t.dailyLimit} between 1 and 50`),
    checkValues('auto_runs__state', t.state, runStates),
    check(
      'auto_runs__stopped',
      sql`(${t.state} = 'stopped') = (${t.stoppedAt} is not null) and (${t.stoppedAt} is null) = (${t.stopReason} is null)`,
    ),
  ],
);

/** The signal issued by a step of an auto run: one per step. */
export const autoRunSignals = pgTable(
  'auto_run_signals',
  { runId: uuid().notNull(), step: integer().notNull(), signalId: uuid().notNull() },
  (t) => [
    primaryKey({ name: 'auto_run_signals__run_id_step', columns: [t.runId, t.step] }),
    foreignKey({
      name: 'auto_run_signals__run_id',
      columns: [t.runId],
      foreignColumns: [autoRuns.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'auto_run_signals__signal_id_fk',
      columns: [t.signalId],
      foreignColumns: [signals.id],
    }).onDelete('cascade'),
    unique('auto_run_signals__signal_id').on(t.signalId),
  ],
);
