import type { MarketClock } from '#domain/clock.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { getDirection } from '#domain/market/direction.ts';
import { judge, type Outcome } from '#domain/signals/outcome.ts';
import type { Database } from '#server/database/connection.ts';
import { hourMs, minuteMs } from '#domain/time.ts';
import { type LlmAnswerRow, listUnjudged, updateOutcome } from './llm-answers.repository.ts';
import type { BarSource } from './market-reading.ts';

interface SettleAnswersDependencies {
  readonly db: Database;
  readonly history: BarSource;
  readonly feed: string;
  readonly clock: MarketClock;
}

/** By then the last bar has closed, and bars missed live have been back-filled. */
const timeoutMs = minuteMs;
/** Bars that are missing an hour later, while later ones exist, do not arrive any more. */
const giveUpMs = hourMs;
const maxAtOnce = 500;

/**
 * Judges every answer whose duration has passed, signal or not, so that the record used for
 * calibration is not a selection.
 */
export const createSettleAnswers =
  ({ db, history, feed, clock }: SettleAnswersDependencies) =>
  async (): Promise<void> => {
    const now = clock.now();
    for (const row of await listUnjudged(db, feed, new Date(now - timeoutMs), maxAtOnce)) {
      const outcome = toOutcome(row, history) ?? (isGivenUp(row, history, now) ? 'void' : null);
      if (outcome) await updateOutcome(db, row, outcome);
    }
  };

const getExpiry = ({ minute, duration }: LlmAnswerRow): number => minute.getTime() + duration * minuteMs;

/** Right after a start the whole history may still be loading. */
const isGivenUp = (row: LlmAnswerRow, history: BarSource, now: number): boolean =>
  now - getExpiry(row) > giveUpMs && history.bars(row.symbol, getExpiry(row), now).length > 0;

/**
 * The outcome of a signal issued at the decision time: from the open of the first bar after it to
 * the close of the last one before expiry. Null: one of the two is missing.
 */
function toOutcome(row: LlmAnswerRow, history: BarSource): Outcome | null {
  const [from, to] = [row.minute.getTime(), getExpiry(row)];
  const bars = history.bars(row.symbol, from, to);
  const [first, last] = [bars[0], bars.at(-1)];
  if (first?.time !== from || last?.time !== to - minuteMs) return null;
  return judge(getDirection(row.pUp), first.open, last.close, priceDigits(row.symbol));
}
