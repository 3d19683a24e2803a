import { isExcludedHour, isOpenThroughout } from '#domain/market/trading-hours.ts';
import { alertDropMs, chooseAlert, fitsRule } from '#domain/signals/alert-rule.ts';
import { expectedValue, payoutPercent } from '#domain/signals/edge.ts';
import { edgeHoldsMs, latestExpiry } from '#domain/signals/entry-window.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { hourMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { getMarketSpeed } from '#server/config/market.ts';
import { inTransaction } from '#server/database/connection.ts';
import { toAlert } from '#server/deliveries/message.ts';
import { type Failure, isolateFailures } from '#server/jobs/isolate-failures.ts';
import { pause } from '#server/jobs/scheduler.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { isEdgeAt, type TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import type { AlertsContext } from './alerts-context.ts';
import { countAlerts, listRecentPairs, listRulesUpTo, pairKey, type RuleRow } from './alerts.repository.ts';
import { storeAlerts } from './store-alerts.ts';

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
  let alerted = 0;
  const alertSome = async (some: readonly RuleRow[]): Promise<void> => {
    alerted += await alertUsers(ctx, some, listOpen());
  };
  const strongest = Math.max(...open.map(({ passability }) => passability));
  let waiting = (await listRulesUpTo(ctx.db, strongest)).filter((rule) => open.some((one) => fitsRule(rule, one)));
  while (waiting.length > 0) {
    const failures: Failure<RuleRow>[] = [];
    for (let at = 0; at < waiting.length; at += batchSize)
      failures.push(...(await isolateFailures(waiting.slice(at, at + batchSize), alertSome)));
    const [first] = failures;
    waiting = failures.map(({ item }) => item);
    if (first) {
      if (stopping?.aborted || listOpen().length === 0) throw first.error;
      const userIds = waiting.slice(0, maxNamed).map(({ userId }) => userId);
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

interface Alerted {
  readonly user: User;
  readonly rule: RuleRow;
  readonly forecast: PaidAlert;
}

/** A forecast with an edge at what a win pays its receiver. */
interface PaidAlert extends Forecast {
  readonly payout: number;
}

async function alertUsers(ctx: AlertsContext, rules: readonly RuleRow[], open: readonly Forecast[]): Promise<number> {
  const { db, clock, marketClock } = ctx;
  const speed = getMarketSpeed(ctx.config.feed);
  const chosen = await chooseForecasts(ctx, rules, open, clock.now());
  const now = clock.now();
  const marketNow = marketClock.now();
  const alerts = chosen.flatMap(({ user, rule: { channels }, forecast }) => {
    const closedAt = now - (marketNow - forecast.decidedAt) / speed;
    const holdsUntil = closedAt + edgeHoldsMs(forecast, forecast.payout) / speed;
    const dropAt = new Date(Math.min(closedAt + alertDropMs / speed, holdsUntil));
    if (dropAt.getTime() <= now) return [];
    const content = toAlert(ctx.config, user, forecast, holdsUntil);
    const at = new Date(forecast.decidedAt);
    return [{ user, channels, content, signalId: null, at, createdAt: new Date(now), dropAt }];
  });
  return inTransaction(db, ({ tx }) => storeAlerts(ctx, tx, alerts));
}

/** The best forecast for each user that fits the user's rule and that nothing rules out. */
async function chooseForecasts(
  ctx: AlertsContext,
  rules: readonly RuleRow[],
  open: readonly Forecast[],
  now: number,
): Promise<Alerted[]> {
  const { db, marketClock, accounts, traders } = ctx;
  const payouts = await ctx.payouts.listPayouts(rules.map(({ userId }) => userId));
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
  const byUser = new Map(rules.map((rule) => [rule.userId, rule]));
  return users.flatMap((user) => {
    const rule = byUser.get(user.id);
    if (!rule || !traders.mayReadPrices(user) || stopped.has(user.id)) return [];
    const isOpenTo = ({ model, symbol }: PaidAlert): boolean =>
      (model !== 'vip' || traders.mayUseVip(user)) && !recent.has(pairKey(user.id, symbol));
    const alerted = counts.get(user.id) ?? 0;
    const forecast = chooseAlert(rule, ranked.get(user.id) ?? [], { now, alerted, isOpenTo });
    return forecast ? [{ user, rule, forecast }] : [];
  });
}

/** Ranks the forecasts with an edge at the payouts of a user, the highest expected value first. Most users share their payouts. */
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
