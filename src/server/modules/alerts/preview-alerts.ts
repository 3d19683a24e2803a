import type { AlertPreview, ChangeAlertsBody } from '#contract/alerts.ts';
import { toInstant } from '#contract/wire.ts';
import { isOpenThroughout, type TradingHours } from '#domain/market/trading-hours.ts';
import { type AlertRule, noAlerts } from '#domain/signals/alert-rule.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { type PastForecast, replayAlerts } from '#domain/signals/replay-alerts.ts';
import { addToCluster, noClusters } from '#domain/statistics/cluster-sums.ts';
import { computeCountedFigures } from '#domain/statistics/model-figures.ts';
import { getHour } from '#domain/time.ts';
import type { Feed } from '#server/live/market-view.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { ReadStatedSignals } from '#server/modules/record/record.api.ts';

interface PreviewAlertsDependencies {
  readonly readStatedSignals: ReadStatedSignals;
  readonly feed: Pick<Feed, 'symbols'>;
  readonly hours: TradingHours;
  mayUseVip(user: User): boolean;
}

/** How often a rule would have alerted in the last seven days, and how those forecasts ended. */
export const createPreviewAlerts =
  ({ readStatedSignals, feed, hours, mayUseVip }: PreviewAlertsDependencies) =>
  async (user: User, wanted: ChangeAlertsBody): Promise<AlertPreview> => {
    const { minutes, signals } = await readStatedSignals();
    const [since = null] = minutes;
    const isOpenTo = ({ model, symbol, at, duration }: PastForecast): boolean =>
      feed.symbols.includes(symbol) &&
      (model !== 'vip' || mayUseVip(user)) &&
      isOpenThroughout(hours, at, latestExpiry(at, duration));
    const alerts = replayAlerts(toRule(wanted), signals, isOpenTo);
    const { total: _settled, ...figures } = computeFigures(alerts);
    return {
      minutes: minutes.length,
      since: since === null ? null : toInstant(since),
      alerts: alerts.length,
      ...figures,
    };
  };

/** Outcomes of an hour are correlated, so the interval is that of the record. */
function computeFigures(alerts: readonly PastForecast[]) {
  const counts = { successful: 0, unsuccessful: 0, neutral: 0, void: 0 };
  const wins = noClusters();
  for (const { at, outcome } of alerts) {
    counts[outcome]++;
    if (outcome === 'successful' || outcome === 'unsuccessful')
      addToCluster(wins, getHour(at), outcome === 'successful' ? 1 : 0);
  }
  return computeCountedFigures({ counts, wins });
}

/** Absent fields get their defaults. */
export const toRule = ({ lang: _lang, ...wanted }: ChangeAlertsBody): AlertRule => ({
  ...noAlerts,
  ...pickDefined(wanted),
});

const pickDefined = <T extends object>(body: T): Partial<AlertRule> =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
