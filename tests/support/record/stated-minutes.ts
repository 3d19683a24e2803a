import { toInstant } from '#contract/wire.ts';
import { durations } from '#domain/market/duration.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { type Clock, minuteMs } from '#domain/time.ts';
import type { AnswerLeaf, GenesisLeaf, Leaf } from '#record/leaf.ts';
import type { RecordModel } from '#record/lines.ts';
import { stateForecasts } from '#record/state-minute.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { appendLeaves, lockRecord } from '#server/modules/record/append/append-leaves.ts';
import { aForecast, localModels, type Phrases } from './stated-forecasts.ts';

interface StatedMinutesDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly market: Phrases;
  readonly feed: { readonly id: string; readonly symbols: readonly string[] };
  /** When the bar closed that is stated at this instant; by default just then. */
  readonly toClose?: (now: number) => number;
}

type Answer = Parameters<typeof aForecast>[0];
const nonce = 'a'.repeat(32);

/**
 * A record whose models state what the market says, at the instant at which somebody asks for it: as
 * a real one does at the close of each minute.
 */
export function createStatedMinutes({ db, clock, market, feed, toClose = (now) => now }: StatedMinutesDependencies) {
  const pairs = feed.symbols.toSorted();
  const genesis = (at: string): GenesisLeaf => ({
    kind: 'genesis',
    origin: 'kurs.example/record',
    feed: { kind: 'simulated', source: feed.id },
    pairs,
    durations: [...durations],
    models: aiModelKeys.filter((key) => key !== 'manual').toSorted(),
    payout: 0.82,
    calendar: 'always',
    at,
  });
  const version = (model: (typeof localModels)[number], at: string): Leaf => ({
    kind: 'version',
    model,
    id: 'test',
    file: 'f'.repeat(64),
    calibration: null,
    at,
  });

  /** Returns the index of the minute leaf. */
  const state = (more: readonly ((minute: number) => Leaf)[] = []): Promise<number> =>
    inTransaction(db, async ({ tx }) => {
      const head = await lockRecord(tx);
      const now = Math.max(clock.now(), head.newestAt);
      const at = toInstant(now);
      const begun = head.size === 0 ? [genesis(at), ...localModels.map((model) => version(model, at))] : [];
      const forecasts = localModels.flatMap((model) =>
        durations.flatMap((duration) =>
          market.symbols.map((symbol, i) =>
            aForecast({
              ...market,
              model,
              duration,
              symbol,
              passability: market.passability - i / 10,
              now: toClose(clock.now()),
            }),
          ),
        ),
      );
      const minute = toClose(clock.now()) - minuteMs;
      const models: readonly RecordModel[] = localModels;
      const without = pairs.filter((pair) => !market.symbols.includes(pair));
      const lines = stateForecasts(forecasts, { models, pairs, durations, minute, at: now, without }) ?? [];
      const index = head.size + begun.length;
      const leaf: Leaf = {
        kind: 'minute',
        minute: toInstant(minute),
        at,
        inputs: 'e'.repeat(64),
        versions: [1, 2, 3],
        forecasts: lines,
        without,
        nonce,
      };
      await appendLeaves(tx, head, [...begun, leaf, ...more.map((one) => one(index))]);
      return index;
    });

  return {
    /** As the product reads it before it stores a signal. */
    state: async () => {
      await state();
      return 'kept' as const;
    },
    /** The answer of a language model; returns the index of its leaf. */
    answer: async ({ model, symbol: pair, duration, passability: probability, direction }: Answer): Promise<number> => {
      const stated = direction === 'BUY' ? probability / 100 : 1 - probability / 100;
      const leaf = (minute: number): AnswerLeaf => ({
        kind: 'answer',
        model: model as AnswerLeaf['model'],
        pair,
        duration,
        minute,
        question: 'd'.repeat(64),
        stated,
        probability,
        at: toInstant(clock.now()),
        nonce,
      });
      return (await state([leaf])) + 1;
    },
  };
}
