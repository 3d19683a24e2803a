import { randomBytes, randomUUID } from 'node:crypto';
import type { Signal } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import type { AiModelKey } from '#domain/ai-model.ts';
import type { Clock } from '#domain/clock.ts';
import { directionOf } from '#domain/direction.ts';
import { type Duration, durationMs } from '#domain/duration.ts';
import { limits } from '#domain/limits.ts';
import { isOpenThroughout, marketState, type TradingHours } from '#domain/trading-hours.ts';
import type { ReachCrashPoint } from '#server/crash-points.ts';
import { groupWrites } from '#server/database/group-writes.ts';
import type { Database } from '#server/database/connection.ts';
import { problem } from '#server/http/problem.ts';
import type { Entries } from '#server/live/entries.ts';
import type { LiveEngine } from '#server/live/live-engine.ts';
import type { TellUsers } from '#server/modules/events/tell-users.ts';
import { appendLeaves } from '#server/modules/record/append-leaves.ts';
import type { AnalyzeForecast } from './analyze-forecast.ts';
import type { ChooseForecast, ChosenForecast } from './choose-forecast.ts';
import { findActiveSignal, insertSignals, type SignalRow } from './signals.repository.ts';
import { wireSignal } from './wire-signal.ts';

/** Whose signal it is, and the language of its analytics. */
interface Receiver {
  readonly id: string;
  readonly lang: string;
}

export interface IssueSignalRequest {
  readonly user: Receiver;
  readonly model: AiModelKey | null;
  readonly duration: Duration;
  readonly symbol?: string | undefined;
  readonly exclude: readonly string[];
}

export type IssueSignal = (request: IssueSignalRequest) => Promise<Signal>;

interface Needs {
  readonly db: Database;
  readonly engine: Pick<LiveEngine, 'watch' | 'feed'>;
  readonly entries: Entries;
  readonly chooseForecast: ChooseForecast;
  readonly analyze: AnalyzeForecast;
  readonly tellUsers: TellUsers;
  readonly hours: TradingHours;
  readonly clock: Clock;
  readonly reach: ReachCrashPoint;
}

/** Choose, store, record, show: in this order. A signal that was seen is in the database and in the record. */
export const createIssueSignal = (needs: Needs): IssueSignal => {
  const { db, engine, entries, clock } = needs;
  const store = groupWrites({
    write: (group: readonly SignalRow[]) => storeAll(needs, group),
    refuseAfter: { ms: storeWaitMs, fault: () => problem('database_unavailable', { retryAfterS }) },
  });

  const refuseClosedMarket = (duration: Duration): void => {
    const now = clock.now();
    const latestExpiry = now + limits.entryWindowMs + durationMs(duration);
    if (isOpenThroughout(needs.hours, now, latestExpiry)) return;
    const { nextOpen } = marketState(needs.hours, now);
    throw problem('market_closed', { details: { nextOpen: nextOpen === null ? null : toInstant(nextOpen) } });
  };

  const refuseSecondSignal = async (userId: string): Promise<void> => {
    const active = await findActiveSignal(db, userId);
    if (active) throw problem('signal_active', { details: { signal: wireSignal(active) } });
  };
  /** Of two calls at the same moment one is stored; the other hears which. */
  const secondSignal = async (userId: string): Promise<Error> => {
    await refuseSecondSignal(userId);
    return new Error('a signal was neither stored nor in the way of another');
  };

  return async (request) => {
    refuseClosedMarket(request.duration);
    await refuseSecondSignal(request.user.id);
    const chosen = await needs.chooseForecast(request);
    // A language model takes seconds: the market may have closed meanwhile.
    refuseClosedMarket(request.duration);
    const { forecast } = chosen;
    const analytics = needs.analyze(forecast, request.user.lang, chosen.own);
    // From here on every tick of the pair counts: the first at or after the issue is the entry.
    const place = entries.expect(forecast.symbol);
    try {
      const issuedAt = clock.now();
      engine.watch(forecast.symbol, issuedAt + limits.entryWindowMs + durationMs(forecast.duration) + minuteMs);
      const row = newRow(request.user, chosen, analytics, engine.feed.id, issuedAt);
      if (!(await store(row))) throw await secondSignal(request.user.id);
      place.stored({ ...enteringOf(row), issuedAt });
      return wireSignal(row);
    } catch (fault) {
      place.cancel();
      throw fault;
    }
  };
};

const minuteMs = 60_000;
/** As long as for a free connection: nobody queues up behind a slow database (F25). */
const storeWaitMs = 1_000;
const retryAfterS = 5;

const newRow = (
  user: Receiver,
  { forecast, aiModel }: ChosenForecast,
  analytics: Signal['analytics'],
  feed: string,
  issuedAt: number,
): SignalRow => ({
  id: randomUUID(),
  userId: user.id,
  symbol: forecast.symbol,
  direction: directionOf(forecast.pUp),
  aiModel,
  modelVersion: aiModel === forecast.model ? forecast.modelVersion : `${forecast.model} ${forecast.modelVersion}`,
  duration: forecast.duration,
  pUp: forecast.pUp,
  passability: forecast.passability,
  feed,
  issuedAt: new Date(issuedAt),
  status: 'entering',
  analytics,
  openPrice: null,
  openedAt: null,
  expiresAt: null,
  closePrice: null,
  result: null,
  chaseOf: null,
  takenAt: null,
  deletedAt: null,
});

/** False: the user has an active signal, and this one was not stored. */
async function storeAll({ db, tellUsers, reach }: Needs, group: readonly SignalRow[]): Promise<boolean[]> {
  const { storedIds, publish } = await db.transaction(async (tx) => {
    const ids = await insertSignals(tx, group);
    const rows = group.filter(({ id }) => ids.has(id));
    const last = rows.at(-1);
    if (!last) return { storedIds: ids, publish: () => undefined };
    const news = rows.map((row) => ({ userId: row.userId, name: 'signal' as const, data: wireSignal(row) }));
    const tellStreams = await tellUsers(tx, news, last.issuedAt);
    await appendLeaves(tx, rows.map(newLeafOf));
    reach('issue.before-commit');
    return { storedIds: ids, publish: tellStreams };
  });
  reach('issue.after-commit');
  publish();
  return group.map(({ id }) => storedIds.has(id));
}

const newLeafOf = (row: SignalRow) => ({
  kind: 'signal' as const,
  signalId: row.id,
  at: row.issuedAt,
  leaf: leafOf(row),
});

const leafOf = (row: SignalRow) => ({
  id: row.id,
  model: row.aiModel as AiModelKey,
  modelVersion: row.modelVersion,
  symbol: row.symbol,
  direction: row.direction,
  passability: row.passability,
  duration: row.duration as Duration,
  feed: row.feed,
  issuedAt: toInstant(row.issuedAt.getTime()),
  nonce: randomBytes(16).toString('hex'),
});

const enteringOf = (row: SignalRow) => ({
  id: row.id,
  symbol: row.symbol,
  direction: row.direction,
  duration: row.duration as Duration,
});
