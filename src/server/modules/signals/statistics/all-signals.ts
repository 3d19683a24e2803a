import type { AllSignals, AllSignalsQuery, AnySignal, SignalFile } from '#contract/admin/signals.ts';
import { isId, toInstant, toInstantOrNull } from '#contract/wire.ts';
import { priceDigits, computeMid, roundPrice } from '#domain/market/currency-pair.ts';
import { voidCauses } from '#domain/signals/outcome.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { cutPage, parsePosition, positionCursor } from '#server/http/cursor.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { Platform } from '#server/start/platform.ts';
import { toSignalDto } from '../to-signal-dto.ts';
import {
  type DecidedSignal,
  findDecidedSignal,
  findOwner,
  findVoiding,
  listAllSignals,
  type ListedTick,
  listTicks,
} from './all-signals.repository.ts';

/**
 * Lists all users' signals without names; reading one user's signals is written to the audit log.
 */
export async function readAllSignals(
  { db, clock }: Platform,
  actorId: string,
  { cursor, limit, ...filters }: AllSignalsQuery,
): Promise<AllSignals> {
  const after = parsePosition(cursor);
  const user = filters.user === undefined ? null : await findOwner(db, filters.user);
  if (user === undefined) throw apiError('user_not_found');
  if (user && after === null && user.id !== actorId) {
    const entry = { actorId, action: 'signals.read', targetId: user.id, at: new Date(clock.now()) } as const;
    await inTransaction(db, ({ tx }) => writeAudit(tx, entry));
  }
  const rows = await listAllSignals(db, { filters, after, limit: limit + 1 });
  const { page, next } = cutPage(rows, limit, ({ signal }) => positionCursor(signal.issuedAt, signal.id));
  return { items: page.map(toAnySignalDto), nextCursor: next, user };
}

/** A signal as listed for administrators. */
function toAnySignalDto({ signal }: DecidedSignal): AnySignal {
  const { analytics: _ofItsUser, ...toDto } = toSignalDto(signal);
  return { ...toDto, isRemoved: signal.deletedAt !== null };
}

/**
 * Everything about one signal that decides whether it should be voided. Includes its owner, so the
 * access is written to the audit log.
 */
export async function readSignalFile(
  { db, clock, marketClock }: Platform,
  actorId: string,
  signalId: string,
): Promise<SignalFile> {
  const found = isId(signalId) ? await findDecidedSignal(db, signalId) : undefined;
  const user = found && (await findOwner(db, found.signal.userId));
  if (!found || !user) throw apiError('signal_not_found');
  const { signal, outcome } = found;
  if (user.id !== actorId) {
    const entry = { actorId, action: 'signal.read', targetId: signal.id, at: new Date(clock.now()) } as const;
    await inTransaction(db, ({ tx }) => writeAudit(tx, entry));
  }
  return {
    ...toAnySignalDto(found),
    user,
    modelVersion: signal.modelVersion,
    feed: signal.feed,
    outcome: outcome && toOutcomeDto(outcome),
    prices: await readPrices(db, signal, marketClock.now()),
    voiding: toVoiding(await findVoiding(db, signal.id)),
  };
}

const toOutcomeDto = (outcome: NonNullable<DecidedSignal['outcome']>): NonNullable<SignalFile['outcome']> => ({
  result: outcome.result,
  closePrice: outcome.closePrice,
  closingTickAt: toInstantOrNull(outcome.closingTickAt),
  closingBid: outcome.closingBid,
  closingAsk: outcome.closingAsk,
  settledAt: toInstant(outcome.settledAt.getTime()),
});

/** For an open signal up to now: the future is not a gap. */
async function readPrices(db: Database, signal: DecidedSignal['signal'], now: number): Promise<SignalFile['prices']> {
  const { symbol, issuedAt, openedAt, expiresAt } = signal;
  const end = (expiresAt ?? issuedAt).getTime();
  const period = { symbol, from: openedAt ?? issuedAt, to: new Date(Math.min(end, now)) };
  return pricesOfSignal(await listTicks(db, signal, period.from, period.to), period);
}

interface Period {
  readonly symbol: string;
  /**
   * Entry and expiry: the time before the first tick and after the last one counts as a gap too.
   */
  readonly from: Date;
  readonly to: Date;
}

/** Maximum number of points on a chart. */
const maxPoints = 300;

/** The prices during a signal in order of time, and the longest gap between ticks. */
export function pricesOfSignal(ticks: readonly ListedTick[], { symbol, from, to }: Period): SignalFile['prices'] {
  const digits = priceDigits(symbol);
  const gap = ticks.length === 0 ? null : maxGap([from, ...ticks.map(({ time }) => time), to]);
  const step = Math.max(1, Math.ceil(ticks.length / maxPoints));
  const shown = ticks.filter((_, i) => i % step === 0 || i === ticks.length - 1);
  return {
    count: ticks.length,
    longestGapMs: gap && gap.ms,
    longestGapAt: gap && toInstant(gap.at),
    points: shown.map(({ time, bid, ask }) => ({
      time: toInstant(time.getTime()),
      price: roundPrice(computeMid(bid, ask), digits),
    })),
  };
}

function maxGap(times: readonly Date[]): { ms: number; at: number } {
  let longest = { ms: 0, at: times[0]?.getTime() ?? 0 };
  times.forEach((time, i) => {
    const before = times[i - 1]?.getTime() ?? time.getTime();
    const ms = time.getTime() - before;
    if (ms > longest.ms) longest = { ms, at: before };
  });
  return longest;
}

/** Who voided a signal, and why; null when nobody did. */
function toVoiding(found: Awaited<ReturnType<typeof findVoiding>>): SignalFile['voiding'] {
  if (!found) return null;
  const { entry, by } = found;
  const cause = voidCauses.find((one) => one === entry.after?.cause) ?? 'other';
  return { cause, reason: entry.reason, by, at: toInstant(entry.at.getTime()) };
}
