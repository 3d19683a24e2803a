import type { Config } from '#server/config.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { PastGate } from '#server/live/past-gate.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createAnalyzeForecast } from './analyze-forecast.ts';
import type { AutoRunStore } from './auto-runs/auto-run-store.ts';
import { createChaseSignal } from './chase-signal.ts';
import { createForecastChoice } from './create-forecast-choice.ts';
import { createIssueSignal, type IssueSignal } from './issue-signal.ts';
import { createDeleteSignal, createExplainSignal, createListSignals, createReadOthersSignals } from './own-signals.ts';
import { signalsRoutes } from './signals.routes.ts';
import type { ModelCatalogue } from './signals.api.ts';
import { createTakeSignal } from './take-signal.ts';

export interface IssuingDependencies {
  readonly config: Pick<Config, 'payout' | 'tradingHours'>;
  readonly platform: Pick<
    Platform,
    'db' | 'clock' | 'marketClock' | 'scheduler' | 'enqueueUserEvents' | 'crashPoint'
  > & {
    readonly market: Pick<MarketView, 'board' | 'bars' | 'explain' | 'feed' | 'lastTick'>;
    readonly past: Pick<PastGate, 'isPlaying'>;
    readonly bus: Pick<Bus, 'notify'>;
  };
  readonly catalogue: ModelCatalogue;
  readonly llmModels: LlmModels;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'recentlyConfirmed' | 'isAdmin'>;
  readonly traders: Pick<TradersApi, 'requireSignalAccess'>;
  readonly record: Pick<RecordApi, 'readStatedSignals'>;
  readonly calibration: Pick<CalibrationApi, 'estimateCalibratedAt'>;
  readonly limits: Pick<LimitsApi, 'assertNotStopped' | 'listAskedStops'>;
  readonly runs: Pick<AutoRunStore, 'endSearches'>;
}

/** Playing the past of a demo takes some seconds. */
const retryAfterS = 5;

/** Single signals: choice, issue, chase, and what their receiver does with them. */
export function createIssuing(dependencies: IssuingDependencies) {
  const { config, platform, catalogue, llmModels, accounts, traders, record, calibration, limits, runs } = dependencies;
  const { db, past, marketClock: clock } = platform;
  const { signedIn, isAdmin, adminOnly, recentlyConfirmed } = accounts;
  const { requireSignalAccess } = traders;
  const { tradingHours: hours, payout } = config;
  const ofMarket = { ...platform, clock, hours, catalogue, llmModels, requireSignalAccess, payout };
  const { chooseForecast, readOutlook } = createForecastChoice({
    ...ofMarket,
    readStatedSignals: record.readStatedSignals,
    calibratedAt: calibration.estimateCalibratedAt,
  });
  const analyze = createAnalyzeForecast(ofMarket);
  const issue = createIssueSignal({ ...ofMarket, ...limits, ...runs, chooseForecast, analyze });
  const issueSignal: IssueSignal = async (request) => {
    if (past.isPlaying()) throw apiError('feed_stale', { phrase: 'history_playing', retryAfterS });
    return issue(request);
  };
  return {
    issueSignal,
    routes: [
      signalsRoutes({
        signedIn,
        requireSignalAccess,
        isAdmin,
        forReadingOthers: [...adminOnly, recentlyConfirmed],
        issueSignal,
        chaseSignal: createChaseSignal({ ...ofMarket, issueSignal }),
        takeSignal: createTakeSignal(ofMarket),
        listSignals: createListSignals(db),
        readOthersSignals: createReadOthersSignals(platform),
        deleteSignal: createDeleteSignal(ofMarket),
        explainSignal: createExplainSignal(db),
        readOutlook,
      }),
    ],
  };
}
