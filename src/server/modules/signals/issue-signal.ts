import { randomUUID } from 'node:crypto';
import type { Signal } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import { signalAccessErrors } from '#domain/accounts/access.ts';
import type { MarketClock } from '#domain/time.ts';
import type { Language } from '#domain/language.ts';
import { getDirection } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { TradingHours } from '#domain/market/trading-hours.ts';
import { ageForecast } from '#engine/forecast/age-forecast.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { MarketView } from '#server/live/market-view.ts';
import { isEdgeAt, type PayoutsApi } from '#server/modules/payouts/payouts.api.ts';
import type { AnalyzeForecast } from './analyze-forecast.ts';
import type { AutoRunSearch } from './auto-runs/auto-run.ts';
import { type ChooseForecast, type ChosenForecast, type ForecastRequest, warmingUp } from './choose-forecast.ts';
import { createRequireOpenMarket } from './require-open-market.ts';
import { getExpiry } from './settlement/engine-signal.ts';
import { listOpenOfUser, type SignalRow } from './signals.repository.ts';
import type { StoreSignal } from './store-signal.ts';
import { toSignalDto } from './to-signal-dto.ts';

/** The user who receives the signal, and the language of its analysis. */
interface Receiver {
  readonly id: string;
  readonly lang: Language;
}

interface IssueSignalRequest extends Omit<ForecastRequest, 'payouts'> {
  readonly user: Receiver;
  /** The lost signal that this one chases. */
  readonly chaseOf?: string;
  /** The search of an auto-signal run that it ends; stored only while that search is current. */
  readonly search?: AutoRunSearch;
}

/** What keeps a signal from being issued, besides `no_signal`. */
export const issueSignalErrors = [
  ...signalAccessErrors,
  'stopped_for_today',
  'vip_balance_required',
  'market_closed',
  'signal_active',
  'model_unavailable',
  'feed_stale',
  'warming_up',
  'clock_wrong',
] as const;

export type IssueSignal = (request: IssueSignalRequest) => Promise<Signal>;

interface IssueSignalDependencies {
  readonly db: Database;
  readonly market: Pick<MarketView, 'feed' | 'readyInMs'>;
  readonly chooseForecast: ChooseForecast;
  readonly analyze: AnalyzeForecast;
  /** Throws when the trader has reached one of their own daily limits. */
  readonly assertNotStopped: (userId: string) => Promise<void>;
  readonly storeSignal: StoreSignal;
  readonly readPayouts: PayoutsApi['readPayouts'];
  readonly hours: TradingHours;
  readonly clock: MarketClock;
}

/** How often another pair is chosen because the minute states none of the first ones. */
const maxOtherPairs = 3;

const overtaken = 'the automatic signals went on or were stopped while this one was being chosen';

/**
 * Choose, store, record, publish, in this order: a published signal is always in the database and
 * in the record.
 */
export const createIssueSignal = ({
  db,
  market,
  chooseForecast,
  analyze,
  assertNotStopped,
  storeSignal,
  readPayouts,
  hours,
  clock,
}: IssueSignalDependencies): IssueSignal => {
  const requireOpenMarket = createRequireOpenMarket({ hours, clock });

  /**
   * Of two concurrent calls one is stored; the other gets an error that identifies the stored
   * signal.
   */
  const notStored = async ({ user, chaseOf, search }: IssueSignalRequest): Promise<Error> => {
    await assertNotStopped(user.id);
    requireNoActive(await listOpenOfUser(db, user.id, clock.now()));
    if (chaseOf) return apiError('chase_not_allowed');
    return new Error(search ? overtaken : 'insert of a signal returned neither a row nor a conflict');
  };

  /** `not_stated`: the minute of its forecast states none of this pair, or is not stated itself. */
  const issueOnce = async (request: IssueSignalRequest, durations: readonly Duration[], exclude: readonly string[]) => {
    const payouts = await readPayouts(request.user.id);
    const chosen = await chooseForecast({ ...request, durations, exclude, payouts });
    const { forecast, payout, withoutEdge, answerIndex = null } = chosen;
    // A language model takes seconds: the market may have closed, or a limit have been reached.
    requireOpenMarket([forecast.duration]);
    if (chosen.own) await assertNotStopped(request.user.id);
    const analyticsAt = analyze(forecast, request.user.lang, chosen.own);
    const identity = { id: randomUUID(), user: request.user, chaseOf: request.chaseOf ?? null, feed: market.feed.id };
    const rowAt = (at: number): SignalRow => {
      const aged = ageForecast(forecast, at);
      const stated = { ...chosen, forecast: aged, hasEdge: chosen.hasEdge && isEdgeAt(aged, payout) };
      return newRow(identity, stated, analyticsAt(stated, at), at);
    };
    const passedOn = { forecast, answerIndex, isManual: request.symbol !== undefined };
    const { search } = request;
    // The manual model states a forecast without an edge too, and says so to who asks for it.
    const isPracticeAllowed = withoutEdge === undefined && !search;
    const row = await storeSignal({ row: rowAt(clock.now()), rowAt, isPracticeAllowed, passedOn, search });
    if (row && row !== 'not_stated' && !row.hasEdge && !isPracticeAllowed)
      throw (await withoutEdge?.(ageForecast(forecast, row.issuedAt.getTime()))) ?? apiError('no_signal');
    return { row, chosen };
  };

  return async (request) => {
    const durations = requireOpenMarket(request.durations);
    // First: to a trader who has stopped for today the active signal is not the last obstacle.
    await assertNotStopped(request.user.id);
    const open = await listOpenOfUser(db, request.user.id, clock.now());
    requireNoActive(open);
    // The pair of a reset signal is the one that the trader could not use.
    const resetPairs = request.symbol === undefined ? open.map(({ symbol }) => symbol) : [];
    const exclude = [...request.exclude, ...resetPairs];
    for (let tries = request.symbol === undefined ? maxOtherPairs : 0; ; tries -= 1) {
      const { row, chosen } = await issueOnce(request, durations, exclude);
      if (row === 'not_stated') {
        // Each question to a language model costs money.
        if (tries === 0 || chosen.own) throw warmingUp(market.readyInMs());
        exclude.push(chosen.forecast.symbol);
      } else if (row) return toSignalDto(row);
      else throw await notStored(request);
    }
  };
};

interface Identity extends Pick<SignalRow, 'id' | 'feed' | 'chaseOf'> {
  readonly user: Receiver;
}

const newRow = (
  { id, user, feed, chaseOf }: Identity,
  { forecast, aiModel, payout, hasEdge }: ChosenForecast,
  analytics: Signal['analytics'],
  issuedAt: number,
): SignalRow => ({
  id,
  userId: user.id,
  symbol: forecast.symbol,
  direction: getDirection(forecast.pUp),
  aiModel,
  modelVersion: aiModel === forecast.model ? forecast.modelVersion : `${forecast.model} ${forecast.modelVersion}`,
  duration: forecast.duration,
  pUp: forecast.pUp,
  passability: forecast.passability,
  payout,
  hasEdge,
  feed,
  issuedAt: new Date(issuedAt),
  status: 'entering',
  analytics,
  openPrice: null,
  openedAt: null,
  expiresAt: null,
  closePrice: null,
  result: null,
  voidReason: null,
  recordIndex: null,
  chaseOf,
  takenAt: null,
  deletedAt: null,
  freesSlot: false,
});

/**
 * Throws for a trader with an active signal. `open`: the trader's signals without an outcome, of which
 * reset ones that freed their user are not active.
 */
export function requireNoActive(open: readonly SignalRow[]): void {
  const active = open.find(({ freesSlot }) => !freesSlot);
  if (!active) return;
  const availableAt = toInstant(getExpiry(active));
  throw apiError('signal_active', { details: { signal: toSignalDto(active), availableAt } });
}
