import { apiError } from '#server/http/api-error.ts';
import { createAnalyzeForecast } from './analyze-forecast.ts';
import { createChaseSignal } from './chase-signal.ts';
import { createForecastChoice } from './create-forecast-choice.ts';
import { createIssueSignal, type IssueSignal } from './issue-signal.ts';
import { createDeleteSignal, createExplainSignal, createListSignals, createReadOthersSignals } from './own-signals.ts';
import type { SignalDependencies } from './signal-dependencies.ts';
import { signalsRoutes } from './signals.routes.ts';
import { createTakeSignal } from './take-signal.ts';

/** Playing the past of a demo takes some seconds. */
const retryAfterS = 5;

/** Single signals: choice, issue, chase, and what their receiver does with them. */
export function createIssuing(dependencies: SignalDependencies) {
  const { config, platform, catalogue, llmModels, accounts, traders, record, calibration, limits } = dependencies;
  const { db, past, marketClock: clock } = platform;
  const { signedIn, isAdmin, adminOnly, recentlyConfirmed } = accounts;
  const { requireSignalAccess } = traders;
  const { tradingHours: hours, includeThinHours, payout } = config;
  const ofMarket = { ...platform, clock, hours, catalogue, llmModels, requireSignalAccess, includeThinHours, payout };
  const { chooseForecast, readOutlook } = createForecastChoice({
    ...ofMarket,
    readStatedSignals: record.readStatedSignals,
    calibratedAt: calibration.estimateCalibratedAt,
  });
  const issue = createIssueSignal({ ...ofMarket, ...limits, chooseForecast, analyze: createAnalyzeForecast(ofMarket) });
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
