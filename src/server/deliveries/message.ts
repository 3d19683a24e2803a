import type { Signal } from '#contract/signals.ts';
import type { Tally } from '#contract/statistics.ts';
import { toInstant } from '#contract/wire.ts';
import type { Language } from '#domain/language.ts';
import { type Direction, getDirection } from '#domain/market/direction.ts';
import type { Duration } from '#domain/market/duration.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { AlertChannel } from '#domain/signals/alert-rule.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import type { Config } from '#server/config.ts';
import { signUnsubscribeToken, unsubscribeAddress } from '#server/http/unsubscribe.ts';

/** What a user is sent: by mail, and of forecasts and results also by push and Telegram. */
export type Message = {
  readonly userId: string;
  /** The mail address. */
  readonly to: string;
  readonly lang: Language;
} & MessageContent;

export interface NewDelivery {
  readonly message: Message;
  readonly channels: readonly AlertChannel[];
  /** What the message is about, and from when on it is not sent; null: about the account. */
  readonly alert: { readonly id: string; readonly dropAt: Date } | null;
}

export type MessageContent =
  /** `link` is the full address that the button opens; it starts with PUBLIC_URL. */
  | { readonly kind: 'activation'; readonly link: string }
  | { readonly kind: 'reset'; readonly link: string }
  /** To the current address when a change is requested, to the new one, and to the old one once it is made. */
  | { readonly kind: 'email_change_old'; readonly newEmail: string }
  | { readonly kind: 'email_change_new'; readonly link: string }
  | { readonly kind: 'email_changed'; readonly newEmail: string; readonly at: string }
  /** Someone tried to register an address that has an account. */
  | { readonly kind: 'account_exists' }
  /** A used refresh token was presented again: a login session was ended. */
  | { readonly kind: 'session_reused'; readonly at: string; readonly device: string | null }
  | { readonly kind: 'password_changed'; readonly at: string; readonly ended: EndedConnections }
  /** A check of a broker id that continued in the background has ended. */
  | IdConfirmedContent
  /** `reason`: of an administrator who refused the claim; absent: the broker does not have the ID. */
  | { readonly kind: 'id_not_found'; readonly traderId: string; readonly reason?: string }
  | { readonly kind: 'id_taken'; readonly traderId: string }
  /** An administrator removed the broker ID from the account. */
  | { readonly kind: 'id_released'; readonly traderId: string }
  /** The ID, which was rejected as taken for this user, has been released. */
  | { readonly kind: 'id_available'; readonly traderId: string }
  /** Another user claimed the ID after a year without a signal. */
  | { readonly kind: 'id_lapsed'; readonly traderId: string }
  /** Another user proved that the broker account is theirs. */
  | { readonly kind: 'id_reclaimed'; readonly traderId: string }
  /** `until`: deadline of the screenshots. */
  | { readonly kind: 'contest_won'; readonly until: string }
  | { readonly kind: 'account_deleted'; readonly at: string }
  | SignalAlertContent
  | SignalResultContent
  | WeeklyDigestContent;

export interface IdConfirmedContent {
  readonly kind: 'id_confirmed';
  readonly traderId: string;
  /** Null: nothing, or the balance is not known. */
  readonly next: 'signals' | 'top_up' | null;
  /** What signals require, dollars. */
  readonly minBalance: number;
}

/** What ended with an old password, besides login sessions. */
export interface EndedConnections {
  /** How many devices received push notifications. */
  readonly devices: number;
  /** How many Telegram chats were linked. */
  readonly chats: number;
}

/** A forecast that fits the user's alerts. */
export interface SignalAlertContent {
  readonly kind: 'signal_alert';
  readonly symbol: string;
  readonly signal: Direction;
  readonly aiModel: AiModelKey;
  readonly duration: Duration;
  readonly passability: number;
  /** The close of the minute that the forecast was made from. */
  readonly time: string;
  /** The instant until which it has an edge for its receiver. */
  readonly holdsUntil: string;
  /** Opens the signal screen with model, pair and duration chosen. */
  readonly link: string;
  /** Ends mails of alerts and results. */
  readonly unsubscribe: string;
}

/** The result of an own signal. */
export interface SignalResultContent {
  readonly kind: 'signal_result';
  readonly symbol: string;
  readonly signal: Direction;
  readonly aiModel: AiModelKey;
  readonly duration: Duration;
  readonly result: Outcome;
  readonly hasEdge: boolean;
  readonly settledAt: string;
  /** Opens the history. */
  readonly link: string;
  readonly unsubscribe: string;
}

/** Own results of a period. */
export type Counts = Pick<Tally, 'successful' | 'unsuccessful' | 'neutral' | 'void'>;

/** Own results, for users who asked for it. */
export interface WeeklyDigestContent {
  readonly kind: 'weekly_digest';
  readonly firstDay: string;
  readonly lastDay: string;
  readonly week: Counts;
  /** Results until the end of the week. */
  readonly total: Counts;
  /** The win rate at which nothing is won or lost. */
  readonly breakEven: number;
  readonly unsubscribe: string;
}

interface Receiver {
  readonly id: string;
  readonly lang: Language;
}

/** The message of an alert. `holdsUntil`: milliseconds of the wall clock. */
export function toAlert(
  config: Config,
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

/** The message of a result. */
export const toResult = (
  config: Config,
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

function getUnsubscribeAddress(config: Config, userId: string, lang: Language): string {
  const token = signUnsubscribeToken(config, 'alerts', userId);
  return unsubscribeAddress({
    publicUrl: config.publicUrl,
    path: '/api/user/alert-mail/unsubscribe/:token',
    token,
    lang,
  });
}
