import type { MarketClock } from '#domain/time.ts';
import type { TradingHours } from '#domain/market/trading-hours.ts';
import type { Config } from '#server/config.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { AccountsApi, User } from '#server/modules/accounts/accounts.api.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { DayStopApi } from '#server/modules/day-stop/day-stop.api.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import type { PayoutsApi } from '#server/modules/payouts/payouts.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TradersApi, RequireSignalAccess } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createAnalyzeForecast } from './analyze-forecast.ts';
import { type AutoRunsContext, endSearches } from './auto-runs/auto-runs.ts';
import { createAutoRuns } from './auto-runs/create-auto-runs.ts';
import { type ChooseForecast, createChooseForecast } from './choose-forecast.ts';
import { createCurrentForecasts } from './current-forecasts.ts';
import { createDescribeSilence, createFindResumption } from './describe-silence.ts';
import { createIssueSignal, type IssueSignal } from './issue-signal.ts';
import { createOwnSignals } from './own-signals.ts';
import { createReadOutlook, createReadPairOutlook, type ReadOutlook, type ReadPairOutlook } from './read-outlook.ts';
import type { ModelCatalogue } from './signals.api.ts';
import { createStatistics, type StatisticsDependencies } from './statistics/create-statistics.ts';
import { createRequireOpenMarket } from './require-open-market.ts';
import { createReadEdges } from './statistics/read-edges.ts';
import { createStoreSignal } from './store-signal.ts';
import type { Signal } from '#contract/signals.ts';
import { isId } from '#contract/wire.ts';
import { findChaseOffer } from '#domain/signals/chase.ts';
import { chaseDuration } from '#domain/signals/limits.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { countChaseLinks, findSignalOfUser, isChased, type SignalRow } from './signals.repository.ts';

export interface SignalsDependencies extends StatisticsDependencies {
  readonly config: Pick<Config, 'feed' | 'tradingHours'>;
  readonly platform: Pick<
    Platform,
    'db' | 'clock' | 'marketClock' | 'scheduler' | 'isTimeTrusted' | 'enqueueUserEvents' | 'crashPoint' | 'log'
  > & {
    readonly market: Pick<MarketView, 'board' | 'bars' | 'explain' | 'feed' | 'lastTick' | 'onForecasts' | 'readyInMs'>;
    readonly bus: Pick<Bus, 'notify'>;
    readonly jobs: AutoRunsContext['jobs'];
  };
  readonly llmModels: LlmModels;
  readonly accounts: Pick<
    AccountsApi,
    'signedIn' | 'adminOnly' | 'recentlyConfirmed' | 'isAdmin' | 'findUser' | 'listUsers'
  >;
  readonly traders: Pick<TradersApi, 'requireSignalAccess' | 'mayReadPrices' | 'mayUseVip'>;
  readonly record: Pick<
    RecordApi,
    'isMinuteStated' | 'readMarketState' | 'readDecidedUntil' | 'readStatedMinutes' | 'readProofs'
  >;
  readonly calibration: Pick<CalibrationApi, 'estimateCalibratedAt'>;
  readonly payouts: PayoutsApi;
  readonly dayStop: Pick<DayStopApi, 'timezone' | 'assertNotStopped' | 'listStopped' | 'onStopped'>;
}

const clockRetryS = 60;

export type Signals = ReturnType<typeof createSignals>;

/** The use cases of signals, their statistics and auto-signal runs: everything but settlement. */
export function createSignals(dependencies: SignalsDependencies, catalogue: ModelCatalogue) {
  const { config, platform, llmModels, accounts, traders, record, calibration, payouts, dayStop } = dependencies;
  const { db, market, marketClock: clock } = platform;
  const { tradingHours: hours } = config;
  const { requireSignalAccess } = traders;
  const { chooseForecast, readOutlook, readPairOutlook } = createForecastChoice({
    market,
    catalogue,
    llmModels,
    readStatedMinutes: record.readStatedMinutes,
    calibratedAt: calibration.estimateCalibratedAt,
    hours,
    clock,
  });
  const runs: AutoRunsContext = {
    ...platform,
    ...dependencies,
    catalogue,
    chooseForecast,
    requireOpenMarket: createRequireOpenMarket({ hours, clock }),
    issueSignal: (request) => issueSignal(request),
    foundListeners: [],
  };
  const issue = createIssueSignal({
    db,
    market,
    chooseForecast,
    analyze: createAnalyzeForecast({ market }),
    assertNotStopped: dayStop.assertNotStopped,
    storeSignal: createStoreSignal({
      db,
      record,
      bus: platform.bus,
      scheduler: platform.scheduler,
      enqueueUserEvents: platform.enqueueUserEvents,
      crashPoint: platform.crashPoint,
      listStopped: dayStop.listStopped,
      endSearches: (tx, ended) => endSearches(runs, tx, ended),
    }),
    readPayouts: payouts.readPayouts,
    hours,
    clock,
  });
  const issueSignal: IssueSignal = async (request) => {
    if (!platform.isTimeTrusted()) throw apiError('clock_wrong', { retryAfterS: clockRetryS });
    return issue(request);
  };
  const { signedIn, isAdmin, adminOnly, recentlyConfirmed, findUser } = accounts;
  return {
    signals: {
      signedIn,
      requireSignalAccess,
      isAdmin,
      /** What an administrator passes before reading the signals of somebody else. */
      forReadingOthers: [...adminOnly, recentlyConfirmed],
      issueSignal,
      chaseSignal: createChaseSignal({ db, issueSignal, requireSignalAccess, clock }),
      ...createOwnSignals({ ...platform, findUser }),
      readPayouts: payouts.readPayouts,
      readOutlook,
      readPairOutlook,
    },
    statistics: createStatistics({ platform, accounts, record }),
    autoRuns: createAutoRuns(runs),
  };
}

interface ForecastChoiceDependencies {
  readonly market: Pick<MarketView, 'board' | 'feed' | 'lastTick' | 'readyInMs'>;
  readonly catalogue: Pick<ModelCatalogue, 'localModels' | 'requireAvailable'>;
  readonly llmModels: Pick<LlmModels, 'forecastFor'>;
  readonly readStatedMinutes: RecordApi['readStatedMinutes'];
  /** About when the models will be calibrated on the running feed; null: unknown. */
  readonly calibratedAt: () => Promise<number | null>;
  readonly hours: TradingHours;
  readonly clock: MarketClock;
}

interface ForecastChoice {
  readonly chooseForecast: ChooseForecast;
  readonly readOutlook: ReadOutlook;
  readonly readPairOutlook: ReadPairOutlook;
}

/** Chooses the forecast to issue, or explains why there is none; what the models see now. */
export function createForecastChoice({
  market,
  catalogue,
  llmModels,
  readStatedMinutes,
  calibratedAt,
  hours,
  clock,
}: ForecastChoiceDependencies): ForecastChoice {
  const current = createCurrentForecasts({ market, catalogue, clock, hours });
  const readEdges = createReadEdges({ readStatedMinutes, clock });
  const findResumption = createFindResumption({ hours, clock, calibratedAt });
  const describeSilence = createDescribeSilence({ current, readEdges, findResumption });
  return {
    chooseForecast: createChooseForecast({ market, current, catalogue, llmModels, describeSilence }),
    readOutlook: createReadOutlook({ current, readEdges, findResumption }),
    readPairOutlook: createReadPairOutlook({ current }),
  };
}

/**
 * The follow-up of a loss: same pair and model, two minutes, and a fresh forecast whose direction
 * may differ.
 */
type ChaseSignal = (user: User, signalId: string, options: { readonly isPracticeAllowed: boolean }) => Promise<Signal>;

interface ChaseSignalDependencies {
  readonly db: Database;
  readonly issueSignal: IssueSignal;
  readonly requireSignalAccess: RequireSignalAccess;
  readonly clock: MarketClock;
}

const createChaseSignal = ({ db, issueSignal, requireSignalAccess, clock }: ChaseSignalDependencies): ChaseSignal => {
  const mayBeChased = async (signal: SignalRow): Promise<boolean> => {
    const { id, result } = signal;
    const [chased, links] = await Promise.all([isChased(db, id), countChaseLinks(db, signal)]);
    const expiresAt = signal.expiresAt?.getTime() ?? null;
    return findChaseOffer({ result, expiresAt, isChased: chased, steps: links + 1 }, clock.now()).kind === 'open';
  };

  return async (user, signalId, { isPracticeAllowed }) => {
    await requireSignalAccess(user);
    const lost = isId(signalId) ? await findSignalOfUser(db, signalId, user.id) : undefined;
    if (!lost || !(await mayBeChased(lost))) throw apiError('chase_not_allowed');
    const { symbol, id: chaseOf, aiModel: model } = lost;
    const { isVipOpen } = await requireSignalAccess(user, model);
    return issueSignal({
      user,
      model,
      durations: [chaseDuration],
      symbol,
      exclude: [],
      isPracticeAllowed,
      isVipOpen,
      chaseOf,
    });
  };
};
