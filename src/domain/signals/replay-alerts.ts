import { hourMs } from '../time.ts';
import { type AlertForecast, type AlertRule, fitsRule } from './alert-rule.ts';
import { chooseAlert } from './choose-alert.ts';
import { limits } from './limits.ts';
import type { Outcome } from './outcome.ts';

/** What a model would have issued at a minute's close, and how it ended. */
export interface PastForecast extends AlertForecast {
  /** Milliseconds UTC. */
  readonly at: number;
  readonly outcome: Outcome;
}

/**
 * The alerts that a rule would have sent: one a minute, a pair again after 20 minutes, at most
 * `perHour` an hour, none in quiet hours. `past`: in rising time. `isOpenTo`: access of the trader.
 */
export function replayAlerts<Forecast extends PastForecast>(
  rule: AlertRule,
  past: readonly Forecast[],
  isOpenTo: (forecast: Forecast) => boolean,
): Forecast[] {
  const fitting = past.filter((one) => fitsRule(rule, one));
  const alerts: Forecast[] = [];
  const alertedAt = new Map<string, number>();
  for (const [now, minute] of Map.groupBy(fitting, ({ at }) => at)) {
    const chosen = chooseAlert(
      [rule],
      minute.toSorted((a, b) => b.passability - a.passability),
      {
        now,
        alerted: alerts.slice(-rule.perHour).filter(({ at }) => at > now - hourMs).length,
        isOpenTo: (one) =>
          (alertedAt.get(one.symbol) ?? -Infinity) <= now - limits.previousSignalWindowMs && isOpenTo(one),
      },
    );
    if (!chosen) continue;
    alerts.push(chosen.forecast);
    alertedAt.set(chosen.forecast.symbol, now);
  }
  return alerts;
}
