import { isExcludedHour, isOpenThroughout } from '#domain/market/trading-hours.ts';
import { type AlertChannel, alertDropMs, chooseAlert } from '#domain/signals/alert-rule.ts';
import { edgeFrom, expectedValue, payoutPercent } from '#domain/signals/edge.ts';
import { entryWindow, latestExpiry } from '#domain/signals/entry-window.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { hourMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import { pause } from '#server/jobs/scheduler.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { isEdgeAt, type TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import type { AlertsContext } from './alerts-context.ts';
import {
  countAlerts,
  insertAlerts,
  listFittingRules,
  listRecentPairs,
  pairKey,
  type RuleRow,
} from './alerts.repository.ts';
import { isDatabaseUnavailable } from '#server/database/connection-errors.ts';
import { randomUUID } from 'node:crypto';
import type { Signal } from '#contract/signals.ts';
import { toInstant } from '#contract/wire.ts';
import type { Language } from '#domain/language.ts';
import { getDirection } from '#domain/market/direction.ts';
import { signUnsubscribeToken, unsubscribeAddress } from '#server/http/unsubscribe.ts';
import type { SignalAlertContent, SignalResultContent } from '#server/deliveries/message.ts';
import type { FoundEdge } from '#server/modules/signals/signals.api.ts';

const batchSize = 1_000;
const retryPauseMs = 1_000;
const maxNamed = 10;

/**
 * Alerts users of the forecasts of a minute. Resolves with the number of alerts. Users that fail stop no
 * others, and are done again while a forecast holds; `stopping` ends that.
 */
export async function matchMinute(
  ctx: AlertsContext,
  forecasts: readonly Forecast[],
  stopping?: AbortSignal,
): Promise<number> {
  const { marketClock, config, scheduler, log } = ctx;
  if (isExcludedHour(config.tradingHours, marketClock.now())) return 0;
  const listOpen = () => forecasts.filter((forecast) => isOpen(ctx, forecast));
  const open = listOpen();
  if (open.length === 0) return 0;
  const rules = await listFittingRules(ctx.db, open);
  let alerted = 0;
  const alertSome = async (some: readonly UserRules[]): Promise<void> => {
    alerted += await alertUsers(ctx, new Map(some), listOpen());
  };
  let waiting: readonly UserRules[] = [...Map.groupBy(rules, ({ userId }) => userId)];
  while (waiting.length > 0) {
    const failures: Failure<UserRules>[] = [];
    for (let at = 0; at < waiting.length; at += batchSize)
      failures.push(...(await isolateFailures(waiting.slice(at, at + batchSize), alertSome)));
    const [first] = failures;
    waiting = failures.map(({ item }) => item);
    if (first) {
      if (stopping?.aborted || listOpen().length === 0) throw first.error;
      const userIds = waiting.slice(0, maxNamed).map(([userId]) => userId);
      log.error({ err: first.error, userIds }, 'alerts of a minute were not matched; trying again');
      await pause(scheduler.after, retryPauseMs, stopping);
    }
  }
  return alerted;
}

function isOpen({ marketClock, config, site }: AlertsContext, forecast: Forecast): boolean {
  if (site.maintenance() || site.whyOff(forecast.model)) return false;
  const now = marketClock.now();
  const age = now - forecast.decidedAt;
  const expiry = latestExpiry(now, forecast.duration);
  const mayHaveEdge = isEdgeAt(forecast, payoutPercent.max / 100);
  return mayHaveEdge && age < alertDropMs && isOpenThroughout(config.tradingHours, now, expiry);
}

type UserRules = readonly [userId: string, rules: readonly RuleRow[]];
type RulesByUser = ReadonlyMap<string, readonly RuleRow[]>;

interface Alerted {
  readonly user: User;
  readonly rule: RuleRow;
  readonly forecast: PaidAlert;
}

/** A forecast with an edge at what a win pays its receiver. */
interface PaidAlert extends Forecast {
  readonly payout: number;
}

async function alertUsers(ctx: AlertsContext, rules: RulesByUser, open: readonly Forecast[]): Promise<number> {
  const { db, clock, marketClock } = ctx;
  const speed = getMarketSpeed(ctx.config.feed);
  const chosen = await chooseForecasts(ctx, rules, open, clock.now());
  const now = clock.now();
  const marketNow = marketClock.now();
  const alerts = chosen.flatMap(({ user, rule: { channels }, forecast }) => {
    const closedAt = now - (marketNow - forecast.decidedAt) / speed;
    const holdsUntil = closedAt + worthMs(forecast, forecast.payout) / speed;
    const dropAt = new Date(Math.min(closedAt + alertDropMs / speed, holdsUntil));
    if (dropAt.getTime() <= now) return [];
    const content = toAlert(ctx, user, forecast, holdsUntil);
    const at = new Date(forecast.decidedAt);
    return [{ user, channels, content, signalId: null, at, createdAt: new Date(now), dropAt }];
  });
  return inTransaction(db, ({ tx }) => storeAlerts(ctx, tx, alerts));
}

/** The best forecast for each user that fits a rule and that nothing rules out. */
async function chooseForecasts(
  ctx: AlertsContext,
  rules: RulesByUser,
  open: readonly Forecast[],
  now: number,
): Promise<Alerted[]> {
  const { db, marketClock, accounts, traders } = ctx;
  const payouts = await ctx.payouts.listPayouts([...rules.keys()]);
  const rank = createRanking(open);
  const ranked = new Map([...payouts].map(([userId, own]) => [userId, rank(own)]));
  const userIds = [...ranked].flatMap(([userId, own]) => (own.length > 0 ? [userId] : []));
  if (userIds.length === 0) return [];
  const [users, stopped, recent, counts] = await Promise.all([
    accounts.listUsers(userIds),
    ctx.dayStop.listStopped(userIds),
    listRecentPairs(db, userIds, {
      alerted: new Date(now - signalLimits.previousSignalWindowMs),
      issued: new Date(marketClock.now() - signalLimits.previousSignalWindowMs),
    }),
    countAlerts(db, userIds, new Date(now - hourMs)),
  ]);
  return users.flatMap((user) => {
    if (!traders.mayReadPrices(user) || stopped.has(user.id)) return [];
    const isOpenTo = ({ model, symbol }: PaidAlert): boolean =>
      (model !== 'vip' || traders.mayUseVip(user)) && !recent.has(pairKey(user.id, symbol));
    const alerted = counts.get(user.id) ?? 0;
    const chosen = chooseAlert(rules.get(user.id) ?? [], ranked.get(user.id) ?? [], { now, alerted, isOpenTo });
    return chosen ? [{ user, ...chosen }] : [];
  });
}

/** Those with an edge at the payouts of a user, the highest expected value first. Most users share their payouts. */
function createRanking(open: readonly Forecast[]): (payouts: TraderPayouts) => readonly PaidAlert[] {
  const known = new Map<TraderPayouts, readonly PaidAlert[]>();
  const getValue = ({ passability, payout }: PaidAlert): number => expectedValue(passability, payout);
  return (payouts) => {
    const ranked =
      known.get(payouts) ??
      open
        .map((forecast) => ({ ...forecast, payout: payouts.on(forecast.symbol) }))
        .filter((forecast) => isEdgeAt(forecast, forecast.payout))
        .toSorted((a, b) => getValue(b) - getValue(a));
    known.set(payouts, ranked);
    return ranked;
  };
}

/** Matches the forecasts of one minute after the other, because a minute may take longer than the next one waits. */
export function matchingMinutes(ctx: AlertsContext) {
  const stopping = new AbortController();
  let isWorking = false;
  let matching: Promise<void> = Promise.resolve();
  const match = async (forecasts: readonly Forecast[]): Promise<void> => {
    if (stopping.signal.aborted) return;
    try {
      if ((await matchMinute(ctx, forecasts, stopping.signal)) > 0) ctx.deliveries.wake();
    } catch (error) {
      ctx.log.error({ err: error }, 'alerts of a minute were not matched');
    }
  };
  ctx.market.onForecasts((forecasts) => {
    if (isWorking) matching = matching.then(() => match(forecasts));
  });
  return {
    start: (): void => void (isWorking = true),
    /** Resolves when the minute under way has ended; later ones are not matched. */
    stop: async (): Promise<void> => {
      isWorking = false;
      stopping.abort();
      await matching;
    },
  };
}

interface Failure<Item> {
  readonly item: Item;
  readonly error: unknown;
}

/**
 * Runs `work` on all items at once, and on ever smaller parts of those that it fails on: one item that
 * fails stops no other. An outage of the database concerns all of them, so they are not tried apart.
 */
export async function isolateFailures<Item>(
  items: readonly Item[],
  work: (items: readonly Item[]) => Promise<void>,
): Promise<readonly Failure<Item>[]> {
  if (items.length === 0) return [];
  try {
    await work(items);
    return [];
  } catch (error) {
    if (items.length === 1 || isDatabaseUnavailable(error)) return items.map((item) => ({ item, error }));
    const half = Math.ceil(items.length / 2);
    const first = await isolateFailures(items.slice(0, half), work);
    return [...first, ...(await isolateFailures(items.slice(half), work))];
  }
}

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
function toAlert(
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

/** How long after the minute's close a forecast has an edge at this payout, milliseconds. */
export const worthMs = ({ model, duration, passability }: Forecast, payout: number): number =>
  entryWindow({ duration, passability, breakEven: edgeFrom(model, payout) / 100 }).worthMs;

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
