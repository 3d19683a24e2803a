import { type AlertChannel, alertDropMs } from '#domain/signals/alert-rule.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import { inTransaction } from '#server/database/connection.ts';
import type { FoundEdge } from '#server/modules/signals/signals.api.ts';
import type { AlertsContext } from './alerts-context.ts';
import { storeAlerts, toAlert } from './store-alerts.ts';

/** Those that are fast enough, whether or not the trader wants alerts by them: the trader is waiting for this one. */
const channels: readonly AlertChannel[] = ['push', 'telegram'];

/** Alerts the user of an auto run of what it announced, unless an alert of the same minute went out. */
export async function alertFound(ctx: AlertsContext, { userId, forecast, until }: FoundEdge): Promise<void> {
  const speed = getMarketSpeed(ctx.config.feed);
  const [user] = await ctx.accounts.listUsers([userId]);
  if (!user) return;
  const now = ctx.clock.now();
  const holdsUntil = now + (until - ctx.marketClock.now()) / speed;
  const content = toAlert(ctx, user, forecast, holdsUntil);
  const dropAt = new Date(Math.min(now + alertDropMs / speed, holdsUntil));
  const at = new Date(forecast.decidedAt);
  const alert = { user, channels, content, signalId: null, at, createdAt: new Date(now), dropAt };
  await inTransaction(ctx.db, ({ tx }) => storeAlerts(ctx, tx, [alert]));
  ctx.deliveries.wake();
}

/** One after the other. The page has its own event, so that what a dying process loses here is only the alert. */
export function alertingFound(ctx: AlertsContext) {
  let alerting: Promise<void> = Promise.resolve();
  ctx.signals.onFound((found) => {
    alerting = alerting
      .then(() => alertFound(ctx, found))
      .catch((err: unknown) =>
        ctx.log.error({ err, userId: found.userId }, 'a user was not alerted of a found forecast'),
      );
  });
  return { stop: (): Promise<void> => alerting };
}
