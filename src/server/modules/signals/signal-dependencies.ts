import type { Config } from '#server/config.ts';
import type { Bus } from '#server/integrations/bus/bus.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { PastGate } from '#server/live/past-gate.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { CalibrationApi } from '#server/modules/calibration/calibration.api.ts';
import type { LimitsApi } from '#server/modules/limits/limits.api.ts';
import type { LlmModels } from '#server/modules/llm-models/llm-models.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { TradersApi } from '#server/modules/traders/traders.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ModelCatalogue } from './signals.api.ts';

/** What the routes of signals and the work behind them need from outside of this module. */
export interface SignalDependencies {
  readonly config: Pick<Config, 'feed' | 'includeThinHours' | 'payout' | 'tradingHours'>;
  readonly platform: Pick<
    Platform,
    'db' | 'reads' | 'clock' | 'marketClock' | 'scheduler' | 'enqueueUserEvents' | 'crashPoint' | 'log'
  > & {
    readonly market: Pick<MarketView, 'board' | 'bars' | 'explain' | 'feed' | 'lastTick'>;
    readonly past: Pick<PastGate, 'isPlaying'>;
    readonly bus: Pick<Bus, 'notify'>;
    readonly jobs: Pick<Jobs, 'send' | 'sendAll' | 'work'>;
  };
  readonly catalogue: ModelCatalogue;
  readonly llmModels: LlmModels;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'recentlyConfirmed' | 'isAdmin' | 'findUser'>;
  readonly traders: Pick<TradersApi, 'requireSignalAccess'>;
  readonly record: Pick<RecordApi, 'readProofs' | 'readStatedSignals'>;
  readonly calibration: Pick<CalibrationApi, 'estimateCalibratedAt'>;
  readonly limits: Pick<LimitsApi, 'timezone' | 'assertNotStopped' | 'listAskedStops' | 'onStopped'>;
}
