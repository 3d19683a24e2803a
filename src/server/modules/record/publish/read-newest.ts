import type { RecordNewest, ReplayedSignal } from '#contract/record/views.ts';
import { toInstant } from '#contract/wire.ts';
import type { MarketClock, WallClock } from '#domain/clock.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { durationMs } from '#domain/market/duration.ts';
import {
  judgeStatement,
  placeOfPrice,
  pricesByPlace,
  parsePrice,
  parseStatements,
} from '#domain/record/shadow-minute.ts';
import { minuteMs } from '#domain/time.ts';
import { type MinuteLeaf, type MinutePricesLeaf, parseLeaf } from '#record/leaf.ts';
import type { Database } from '#server/database/connection.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import { closesAround, type ReadBars } from './read-replay.ts';
import { expiryOfLeaf, isOpenLeaf } from '../append/open-leaf.ts';
import { type ListedLeaf, listForecastLeaves, listLeavesOfSignals } from '../append/record.repository.ts';

interface ReadNewestDependencies {
  readonly db: Database;
  /** The current market: the bars are those of this market and of no other. */
  readonly feed: string;
  readonly bars: ReadBars;
  /** Decides what has expired. */
  readonly marketClock: MarketClock;
  readonly clock: WallClock;
}

/** Minutes per read, and reads: models may be silent for hours, as around 17:00 New York. */
const pageSize = 120;
const maxPages = 8;
const shown = 6;
/** Longer than the longest duration. */
const minutesBetween = 15;

/** Cached, because visitors of the home page request it; a minute settles once a minute. */
const maxAgeMs = 30_000;

/** The newest settled shadow forecasts with the market's own bars, and the newest sealed minute. */
export const createReadNewest = (needs: ReadNewestDependencies) =>
  cacheAnswer({ clock: needs.clock, ms: maxAgeMs, read: () => findNewest(needs) });

interface Minute {
  readonly listed: ListedLeaf;
  readonly leaf: MinuteLeaf;
}

async function findNewest({ db, feed, bars, marketClock }: ReadNewestDependencies): Promise<RecordNewest> {
  const now = marketClock.now();
  const forecasts: ReplayedSignal[] = [];
  let sealed: Minute | undefined;
  let before = Number.MAX_SAFE_INTEGER;
  for (let page = 0; page < maxPages && forecasts.length < shown; page += 1) {
    const listed = await listForecastLeaves(db, before, pageSize);
    const minutes = listed.flatMap((one) => getMinute(one, feed));
    sealed ??= minutes.find((minute) => !isOpenLeaf(minute.listed, now));
    forecasts.push(...(await listReplays(db, bars, minutes, forecasts.at(-1))));
    before = listed.at(-1)?.leaf.index ?? 0;
    if (listed.length < pageSize) break;
  }
  return {
    forecasts: forecasts.slice(0, shown),
    sealed: sealed
      ? {
          index: sealed.listed.leaf.index,
          symbol: sealed.leaf.inTurn,
          opensAt: toInstant(expiryOfLeaf(sealed.leaf)),
        }
      : null,
  };
}

function getMinute(listed: ListedLeaf, feed: string): Minute[] {
  const leaf = parseLeaf(listed.leaf.leaf);
  return 'forecasts' in leaf && leaf.feed === feed ? [{ listed, leaf }] : [];
}

/**
 * Replays of the settled ones among these minutes, newest first, with `minutesBetween` between two.
 */
async function listReplays(
  db: Database,
  bars: ReadBars,
  minutes: readonly Minute[],
  last: ReplayedSignal | undefined,
): Promise<ReplayedSignal[]> {
  const settled = minutes.filter(({ listed }) => listed.isEnded);
  const ends = await listLeavesOfSignals(
    db,
    settled.map(({ listed }) => listed.leaf.signalId),
  );
  const endBySignal = new Map(
    ends.filter(({ leaf }) => leaf.kind === 'outcome').map(({ leaf }) => [leaf.signalId, parseLeaf(leaf.leaf)]),
  );
  const replays: ReplayedSignal[] = [];
  for (const minute of settled) {
    const { at, signalId } = minute.listed.leaf;
    const end = endBySignal.get(signalId);
    const newer = replays.at(-1) ?? last;
    const isNear = newer && Date.parse(newer.openedAt) - at.getTime() < minutesBetween * minuteMs;
    const found = end && 'prices' in end && !isNear ? createReplay(minute, end, bars) : null;
    if (found) replays.push(found);
  }
  return replays;
}

/** One of the minute's forecasts with a result, chosen by the number of its leaf alone. */
function createReplay({ listed, leaf }: Minute, end: MinutePricesLeaf, bars: ReadBars): ReplayedSignal | null {
  const prices = pricesByPlace(end.prices.flatMap((line) => parsePrice(line) ?? []));
  const issued = leaf.forecasts
    .flatMap((line) => parseStatements(line) ?? [])
    .flatMap(({ model, statements }) => statements.filter(({ isIssued }) => isIssued).map((one) => ({ ...one, model })))
    .flatMap((one) => {
      const result = judgeStatement(one, prices);
      return result === 'void' ? [] : [{ ...one, result }];
    });
  const chosen = issued[listed.leaf.index % issued.length];
  const open = chosen && prices.get(placeOfPrice(chosen.symbol, 0));
  const close = chosen && prices.get(placeOfPrice(chosen.symbol, chosen.duration));
  if (!chosen || !open || !close) return null;
  const { symbol, direction, passability, duration, model, result } = chosen;
  const openedAt = Date.parse(leaf.issuedAt) + open.afterMs;
  const times = { openedAt: toInstant(openedAt), expiresAt: toInstant(openedAt + durationMs(duration)) };
  return {
    index: listed.leaf.index,
    symbol,
    direction,
    passability,
    duration,
    aiModel: model,
    result,
    ...times,
    digits: priceDigits(symbol),
    openPrice: open.price,
    closePrice: close.price,
    closes: closesAround(bars, symbol, times.openedAt, times.expiresAt),
  };
}
