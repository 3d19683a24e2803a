import type { z } from 'zod';
import type { ModelFigures, ModelsQuery } from '#contract/record.ts';
import type { AiModelKey } from '#domain/ai-model.ts';
import type { Clock } from '#domain/clock.ts';
import { flagModel } from '#domain/flag-model.ts';
import { flagSignals } from '#domain/flag-signals.ts';
import type { ModelCard } from '#domain/model-card.ts';
import { figuresOf } from '#domain/model-figures.ts';
import { shadowFiguresOf } from '#domain/shadow-figures.ts';
import { shadowKey } from '#domain/shadow-tally.ts';
import type { Database } from '#server/database/connection.ts';
import { countsSince, createMarketsCounted, dayOf } from './market-counts.ts';
import { countLeaves, listSettled } from './record.repository.ts';
import { listSettledMinutes } from './settled-minutes.repository.ts';

export type ReadModelFigures = (query: z.infer<typeof ModelsQuery>) => Promise<ModelFigures[]>;

interface Needs {
  readonly db: Database;
  readonly payout: number;
  /** The market that runs: figures of a simulated one never stand among those of a real one. */
  readonly feed: string;
  /** What each model of this machine promises; those without a card are held against their own word. */
  readonly cards: ReadonlyMap<AiModelKey, { readonly version: string; readonly card: ModelCard | null }>;
  /** The market's: which days are the last. */
  readonly clock: Clock;
  /** The product stops: a long count is left. */
  readonly signal: AbortSignal;
}

/** Counted at a time: some milliseconds, as a minute in shadow holds some thirty forecasts; requests are answered between. */
const batch = 500;

/**
 * From the leaves of the record and nothing else: every leaf is read once, and only new ones when the figures are asked
 * for again. Nothing is stored beside the record; a start counts from the first leaf.
 */
export function createReadModelFigures({ db, payout, feed, cards, clock, signal }: Needs): ReadModelFigures {
  const markets = createMarketsCounted();
  let counted = 0;
  let counting: Promise<void> = Promise.resolve();

  const countNew = async (): Promise<void> => {
    for (const size = await countLeaves(db); counted < size; ) {
      signal.throwIfAborted();
      const to = Math.min(size, counted + batch);
      const [signals, minutes] = await Promise.all([listSettled(db, counted, to), listSettledMinutes(db, counted, to)]);
      for (const one of signals) markets.addSettled(one);
      for (const one of minutes) markets.addMinute(one);
      counted = to;
    }
  };

  /** On all that is known of the version that runs: a window that moves would forget what the last look has seen. */
  const flagOf = ({ all, days }: ReturnType<typeof markets.of>, model: AiModelKey) => {
    const { version, card } = cards.get(model) ?? { version: '', card: null };
    if (card) return flagModel(all.shadow.get(shadowKey(model, version)), card);
    const byDay = [...days.values()].map(({ signals }) => signals);
    return flagSignals(byDay, model);
  };

  return async (query) => {
    counting = counting.catch(() => undefined).then(countNew);
    await counting;
    const market = markets.of(query.feed ?? feed);
    const { signals, shadows } = countsSince(market, query.days && dayOf(clock.now()) - query.days + 1);
    return figuresOf(signals, query.payout ?? payout).map((figures) => {
      const flag = flagOf(market, figures.aiModel);
      return { ...figures, shadow: shadowFiguresOf(shadows, figures.aiModel), flagged: flag !== null, flag };
    });
  };
}
