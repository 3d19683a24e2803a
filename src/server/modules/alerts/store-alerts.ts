import { randomUUID } from 'node:crypto';
import type { Signal } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import type { Language } from '#domain/language.ts';
import { getDirection } from '#domain/market/direction.ts';
import type { AlertChannel } from '#domain/signals/alert-rule.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { Transaction } from '#server/database/connection.ts';
import type { SignalAlertContent, SignalResultContent } from '#server/deliveries/message.ts';
import { signUnsubscribeToken, unsubscribeAddress } from '#server/http/unsubscribe.ts';
import type { AlertsContext } from './alerts-context.ts';
import { insertAlerts } from './alerts.repository.ts';

interface Receiver {
  readonly id: string;
  readonly email: string;
  readonly lang: Language;
}

interface NewAlert {
  readonly user: Receiver;
  readonly channels: readonly AlertChannel[];
  readonly content: SignalAlertContent | SignalResultContent;
  /** Of a result. */
  readonly signalId: string | null;
  /** The close of the forecast's minute, or the settlement. */
  readonly at: Date;
  readonly createdAt: Date;
  readonly dropAt: Date;
}

/**
 * Stores those that are new, and in the same transaction what is sent of them. A user has one alert per
 * minute and one result per signal. Returns the number of new ones.
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

/** What an alert says. `holdsUntil`: of the wall clock, milliseconds. */
export function toAlert(
  { config }: AlertsContext,
  { id, lang }: Receiver,
  forecast: Forecast,
  holdsUntil: number,
): SignalAlertContent {
  const { model, symbol, duration, pUp, passability, decidedAt } = forecast;
  const choice = new URLSearchParams({ model, pair: symbol, duration: String(duration) });
  return {
    kind: 'signal_alert',
    symbol,
    signal: getDirection(pUp),
    aiModel: model,
    duration,
    passability,
    time: toInstant(decidedAt),
    holdsUntil: toInstant(holdsUntil),
    link: `${config.publicUrl}/${lang}/signal?${choice.toString()}`,
    unsubscribe: getUnsubscribeAddress(config, id, lang),
  };
}

/** What the news of a result says. */
export const toResult = (
  { config }: AlertsContext,
  { id, lang }: Receiver,
  signal: Signal & { readonly result: NonNullable<Signal['result']> },
  settledAt: Date,
): SignalResultContent => ({
  kind: 'signal_result',
  symbol: signal.symbol,
  signal: signal.signal,
  aiModel: signal.aiModel,
  duration: signal.duration,
  result: signal.result,
  hasEdge: signal.hasEdge,
  settledAt: toInstant(settledAt.getTime()),
  link: `${config.publicUrl}/${lang}/history`,
  unsubscribe: getUnsubscribeAddress(config, id, lang),
});

function getUnsubscribeAddress(config: AlertsContext['config'], userId: string, lang: Language): string {
  const token = signUnsubscribeToken(config, 'alerts', userId);
  return unsubscribeAddress({
    publicUrl: config.publicUrl,
    path: '/api/user/alert-mail/unsubscribe/:token',
    token,
    lang,
  });
}
