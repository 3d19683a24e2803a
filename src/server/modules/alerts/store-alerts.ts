import { randomUUID } from 'node:crypto';
import { type AlertChannel, alertDropMs } from '#domain/signals/alert-rule.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import type { Transaction, UnitOfWork } from '#server/database/connection.ts';
import { type SignalAlertContent, type SignalResultContent, toAlert } from '#server/deliveries/message.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { FoundEdge } from '#server/modules/signals/signals.api.ts';
import type { AlertsContext } from './alerts-context.ts';
import { insertAlerts } from './alerts.repository.ts';

interface NewAlert {
  readonly user: User;
  readonly channels: readonly AlertChannel[];
  readonly content: SignalAlertContent | SignalResultContent;
  /** The signal whose result it is; null: it is of a forecast. */
  readonly signalId: string | null;
  /** The close of the forecast's minute, or the settlement. */
  readonly at: Date;
  readonly createdAt: Date;
  readonly dropAt: Date;
}

/**
 * Stores the alerts that are new, and in the same transaction what is sent of them. A user has one alert
 * per minute and one result per signal. Returns the number of new ones.
 */
export async function storeAlerts(
  { deliveries }: AlertsContext,
  tx: Transaction,
  wanted: readonly NewAlert[],
): Promise<number> {
  const alerts = wanted.map((one) => ({ id: randomUUID(), ...one }));
  const isNew = await insertAlerts(
    tx,
    alerts.map(({ id, user, content: { kind, unsubscribe: _token, ...content }, signalId, at, createdAt, dropAt }) => ({
      id,
      userId: user.id,
      kind: kind === 'signal_alert' ? 'alert' : 'result',
      at,
      symbol: content.symbol,
      signalId,
      content: { ...content },
      createdAt,
      dropAt,
    })),
  );
  const stored = alerts.filter(({ id }) => isNew.has(id));
  await deliveries.queue(
    tx,
    stored.map(({ id, user, channels, content, dropAt }) => ({
      message: { userId: user.id, to: user.email, lang: user.lang, ...content },
      channels,
      alert: { id, dropAt },
    })),
  );
  return stored.length;
}

/** Fast channels, whether or not the trader wants alerts by them: the trader is waiting for this one. */
const fastChannels: readonly AlertChannel[] = ['push', 'telegram'];

/** Alerts the user of an auto run of what it announces, unless an alert of the same minute went out. */
export async function alertFound(
  ctx: AlertsContext,
  { tx, afterCommit }: UnitOfWork,
  { user, forecast, until }: FoundEdge,
): Promise<void> {
  const speed = getMarketSpeed(ctx.config.feed);
  const now = ctx.clock.now();
  const holdsUntil = now + (until - ctx.marketClock.now()) / speed;
  const content = toAlert(ctx.config, user, forecast, holdsUntil);
  const dropAt = new Date(Math.min(now + alertDropMs / speed, holdsUntil));
  const at = new Date(forecast.decidedAt);
  const alert = { user, channels: fastChannels, content, signalId: null, at, createdAt: new Date(now), dropAt };
  await storeAlerts(ctx, tx, [alert]);
  afterCommit(() => ctx.deliveries.wake());
}
