import type { z } from 'zod';
import type { ModelFigures, ModelsQuery } from '#contract/record.ts';
import { type AiModelKey, isAiModelKey } from '#domain/ai-model.ts';
import type { Clock } from '#domain/clock.ts';
import { flagModel } from '#domain/flag-model.ts';
import { flagSignals } from '#domain/flag-signals.ts';
import type { ModelCard } from '#domain/model-card.ts';
import { count, createTally, figuresOf, sumOf, type Tally } from '#domain/model-figures.ts';
import { pricesByPlace, readPrice, readStatements } from '#domain/shadow-minute.ts';
import { shadowFiguresOf } from '#domain/shadow-figures.ts';
import { countMinute, type ShadowTallies, versionOver } from '#domain/shadow-tally.ts';
import type { MinuteLeaf, MinutePricesLeaf, OutcomeLeaf, SignalLeaf, VoidLeaf } from '#engine/record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { countLeaves, listSettled, type SettledLeaf } from './record.repository.ts';
import { listSettledMinutes, type SettledMinuteLeaf } from './settled-minutes.repository.ts';

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

const dayMs = 86_400_000;
/** The UTC day of an instant, counted from 1970. */
const dayOf = (at: number): number => Math.floor(at / dayMs);

/** What happened in a market on a day: signals by the day on which they ended, minutes in shadow by that of their statement. */
interface Day {
  readonly signals: Tally;
  readonly shadow: ShadowTallies;
}
type Days = Map<number, Day>;

/** Counted at a time: a few milliseconds, so that requests are answered between. */
const batch = 2_000;

/**
 * From the leaves of the record and nothing else: every leaf is read once, and only new ones when the figures are asked
 * for again. Nothing is stored beside the record; a start counts from the first leaf.
 */
export function createReadModelFigures({ db, payout, feed, cards, clock, signal }: Needs): ReadModelFigures {
  const byFeed = new Map<string, Days>();
  let counted = 0;
  let counting: Promise<void> = Promise.resolve();

  const countNew = async (): Promise<void> => {
    for (const size = await countLeaves(db); counted < size; ) {
      signal.throwIfAborted();
      const to = Math.min(size, counted + batch);
      const [signals, minutes] = await Promise.all([listSettled(db, counted, to), listSettledMinutes(db, counted, to)]);
      for (const one of signals) countOne(byFeed, one);
      for (const one of minutes) countSettledMinute(byFeed, one);
      counted = to;
    }
  };

  /** On all that is known of the version that runs: a window that moves would forget what the last look has seen. */
  const flagOf = (days: Days, model: AiModelKey) => {
    const { version, card } = cards.get(model) ?? { version: '', card: null };
    const shadow = versionOver(
      [...days.values()].map((day) => day.shadow),
      model,
      version,
    );
    return (
      flagModel(shadow, card) ??
      (card
        ? null
        : flagSignals(
            [...days.values()].map((day) => day.signals),
            model,
          ))
    );
  };

  return async (query) => {
    counting = counting.catch(() => undefined).then(countNew);
    await counting;
    const days: Days = byFeed.get(query.feed ?? feed) ?? new Map();
    const first = query.days === undefined ? Number.NEGATIVE_INFINITY : dayOf(clock.now()) - query.days + 1;
    const wanted = [...days].filter(([day]) => day >= first).map(([, day]) => day);
    const shadows = wanted.map(({ shadow }) => shadow);
    return figuresOf(sumOf(wanted.map(({ signals }) => signals)), query.payout ?? payout).map((figures) => {
      const flag = flagOf(days, figures.aiModel);
      return { ...figures, shadow: shadowFiguresOf(shadows, figures.aiModel), flagged: flag !== null, flag };
    });
  };
}

function dayIn(byFeed: Map<string, Days>, feed: string, at: number): Day {
  const days = byFeed.get(feed) ?? new Map<number, Day>();
  byFeed.set(feed, days);
  const day = days.get(dayOf(at)) ?? { signals: createTally(), shadow: new Map() };
  days.set(dayOf(at), day);
  return day;
}

function countOne(byFeed: Map<string, Days>, { ended, issued, takenBack }: SettledLeaf): void {
  const { model, passability, feed, id } = JSON.parse(issued) as Partial<SignalLeaf>;
  // By what was hashed, not by the row's kind: a loss that was renamed a forecast still counts.
  if (id === undefined || feed === undefined || passability === undefined || !isAiModelKey(model)) return;
  const add = (text: string, by: 1 | -1): void => {
    const leaf = JSON.parse(text) as OutcomeLeaf | VoidLeaf;
    const at = Date.parse(leaf.result === 'void' ? leaf.at : leaf.expiresAt);
    count(dayIn(byFeed, feed, at).signals, { model, passability, result: leaf.result }, by);
  };
  if (takenBack !== null) add(takenBack, -1);
  add(ended, 1);
}

function countSettledMinute(byFeed: Map<string, Days>, { prices, stated, statedHash }: SettledMinuteLeaf): void {
  const leaf = JSON.parse(stated) as MinuteLeaf;
  const ended = JSON.parse(prices) as MinutePricesLeaf;
  if (ended.forecast !== statedHash) return;
  const at = Date.parse(leaf.issuedAt);
  countMinute(
    dayIn(byFeed, leaf.feed, at).shadow,
    leaf.forecasts.flatMap((line) => readStatements(line) ?? []),
    pricesByPlace(ended.prices.flatMap((line) => readPrice(line) ?? [])),
    at,
  );
}
