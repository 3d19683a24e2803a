import { randomBytes } from 'node:crypto';
import { toInstant } from '#contract/wire.ts';
import { minuteMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { type MinuteLeaf, recordLimits, type SignalLeaf } from '#record/leaf.ts';
import { ageProbability, pairInTurn, parseForecasts, roundProbability, statedFrom } from '#record/lines.ts';
import type { Transaction } from '#server/database/connection.ts';
import type { RecordHead } from '#server/modules/record/append/append-leaves.ts';
import { findCurrentMinute, findGenesis, findLeaf, readLeaf } from '#server/modules/record/append/stored-leaves.ts';
import type { SignalRow } from './signals.repository.ts';

/** What a signal passes on. */
export interface PassedOn {
  /** As chosen: made by the model that speaks. */
  readonly forecast: Pick<Forecast, 'model' | 'barTime' | 'symbol' | 'duration'>;
  /** Of the leaf of a language model's answer; null: the leaf of the forecast's minute. */
  readonly answerIndex: number | null;
  /** Whether the trader chose the pair. */
  readonly isManual: boolean;
}

/** The leaf of a signal at the time of its row; null: nothing recorded states it, so it is not issued. */
export type CreateLeaf = (row: SignalRow, passedOn: PassedOn) => Promise<SignalLeaf | null>;

/** Under the lock of the record; reads each minute once. */
export function createSignalLeaves(tx: Transaction, head: RecordHead): CreateLeaf {
  const minutes = new Map<string, Promise<{ readonly index: number; readonly leaf: MinuteLeaf } | null>>();

  const readMinute = async (minute: number, at: number) => {
    const index = await findCurrentMinute(tx, head, { minute, at, withinMs: recordLimits.previousMinuteMs });
    const row = index === null ? undefined : await findLeaf(tx, index);
    const leaf = row && readLeaf(row);
    return row && leaf?.kind === 'minute' ? { index: row.index, leaf } : null;
  };

  return async (row, { forecast, answerIndex, isManual }) => {
    const at = row.issuedAt.getTime();
    if (at - forecast.barTime - minuteMs > recordLimits.forecastOpenMs) return null;
    const leaf = {
      kind: 'signal' as const,
      manual: isManual,
      // A manual request passes on what another model states.
      model: forecast.model,
      pair: row.symbol,
      duration: row.duration,
      side: row.direction,
      probability: roundProbability(row.passability),
      payout: row.payout,
      at: toInstant(at),
      nonce: randomBytes(16).toString('hex'),
    };
    if (leaf.model === 'manual') return null;
    const signal = { ...leaf, model: leaf.model };
    if (answerIndex !== null) return { ...signal, of: answerIndex };
    const key = `${forecast.barTime} ${at}`;
    const reading = minutes.get(key) ?? readMinute(forecast.barTime, at);
    minutes.set(key, reading);
    const minute = await reading;
    const genesis = minute && (await findGenesis(tx));
    return genesis && isStatedBy(minute.leaf, { ...signal, of: minute.index }, genesis.pairs)
      ? { ...signal, of: minute.index }
      : null;
  };
}

/** Percentage points: two roundings to the second decimal. */
const agedTolerance = 0.015;

/** Whether the minute states it, or leaves it out as practice that follows from the same bars. */
function isStatedBy(minute: MinuteLeaf, signal: SignalLeaf, pairs: readonly string[]): boolean {
  const lines = minute.forecasts.flatMap((line) => parseForecasts(line) ?? []);
  const own = lines.find(({ model }) => model === signal.model);
  const stated = own?.forecasts.find(({ pair, duration }) => pair === signal.pair && duration === signal.duration);
  if (!own || minute.without.includes(signal.pair)) return false;
  if (!stated) return signal.probability < statedFrom && pairInTurn(pairs, Date.parse(minute.minute)) !== signal.pair;
  const closed = Date.parse(minute.minute) + minuteMs;
  const aged = ageProbability(stated, { closed, from: Date.parse(minute.at), to: Date.parse(signal.at) });
  return stated.side === signal.side && Math.abs(aged - signal.probability) <= agedTolerance;
}
