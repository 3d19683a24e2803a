import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { toInstant } from '#contract/wire.ts';
import { isExcludedHour, isOpenThroughout, type TradingHours } from '#domain/market/trading-hours.ts';
import { alertDropMs, chooseAlert } from '#domain/signals/alert-rule.ts';
import { expectedValue, payoutPercent } from '#domain/signals/edge.ts';
import { latestExpiry } from '#domain/signals/entry-window.ts';
import { limits } from '#domain/signals/limits.ts';
import { hourMs } from '#domain/time.ts';
import type { Forecast } from '#engine/forecast/forecaster.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { type Failure, isolateFailures } from '#server/jobs/isolate-failures.ts';
import { pause, type Scheduler } from '#server/jobs/scheduler.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import { isEdgeAt, type PayoutsApi, type TraderPayouts } from '#server/modules/payouts/payouts.api.ts';
import type { ListLinked } from '#server/modules/telegram/telegram.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { type AlertContent, createAlert, worthMs } from './alert-content.ts';
import type { GetUnsubscribeAddress } from './alert-mails.ts';
import {
  countAlerts,
  insertAlerts,
  listFittingRules,
  listRecentPairs,
  pairKey,
  type RuleRow,
} from './alerts.repository.ts';
import { enqueueSends } from './enqueue-sends.ts';

interface MatchMinuteDependencies extends Pick<Platform, 'db' | 'clock' | 'marketClock'> {
  readonly hours: TradingHours;
  readonly listPayouts: PayoutsApi['listPayouts'];
  /** How many times faster than the wall clock the market runs: a replay may. */
  readonly speed: number;
  readonly publicUrl: string;
  listUsers(ids: readonly string[]): Promise<User[]>;
  /** Signal access without a call of the broker. */
  mayTrade(user: User): boolean;
  mayUseVip(user: User): boolean;
  /** Those of the users who have stopped signals for today. */
  listStopped(ids: readonly string[]): Promise<ReadonlySet<string>>;
  readonly queueMail: QueueMail;
  readonly getUnsubscribeAddress: GetUnsubscribeAddress;
  readonly listLinked: ListLinked;
  readonly after: Scheduler['after'];
  /** These users were not alerted and will be again; the error is that of the first. */
  readonly onError: (error: unknown, userIds: readonly string[]) => void;
}

const batchSize = 1_000;
const retryPauseMs = 1_000;

/**
 * Alerts users of the forecasts of a minute. Resolves with the number of alerts. Users that fail stop no
 * others, and are done again while a forecast holds; `stopping` ends that.
 */
export function createMatchMinute(needs: MatchMinuteDependencies): MatchMinute {
  const { db, marketClock, hours } = needs;

  const isOpen = (forecast: Forecast): boolean => {
    const now = marketClock.now();
    const age = now - forecast.decidedAt;
    const expiry = latestExpiry(now, forecast.duration);
    const mayHaveEdge = isEdgeAt(forecast, payoutPercent.max / 100);
    return mayHaveEdge && age < alertDropMs && isOpenThroughout(hours, now, expiry);
  };

  return async (forecasts: readonly Forecast[], stopping?: AbortSignal): Promise<number> => {
    if (isExcludedHour(hours, marketClock.now())) return 0;
    const listOpen = () => forecasts.filter(isOpen);
    const open = listOpen();
    if (open.length === 0) return 0;
    const rules = await listFittingRules(db, open);
    let alerted = 0;
    const alertSome = async (some: readonly UserRules[]): Promise<void> => {
      alerted += await alertUsers(needs, new Map(some), listOpen());
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
        needs.onError(
          first.error,
          waiting.map(([userId]) => userId),
        );
        await pause(needs.after, retryPauseMs, stopping);
      }
    }
    return alerted;
  };
}

type MatchMinute = (forecasts: readonly Forecast[], stopping?: AbortSignal) => Promise<number>;
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

async function alertUsers(
  needs: MatchMinuteDependencies,
  rules: RulesByUser,
  open: readonly Forecast[],
): Promise<number> {
  const { db, clock, marketClock, publicUrl, speed } = needs;
  const chosen = await chooseForecasts(needs, rules, open, clock.now());
  const now = clock.now();
  const marketNow = marketClock.now();
  const rows = chosen.flatMap(({ user, rule, forecast }) => {
    const closedAt = now - (marketNow - forecast.decidedAt) / speed;
    const holdsUntil = closedAt + worthMs(forecast, forecast.payout) / speed;
    const content = createAlert(forecast, holdsUntil, { publicUrl, lang: user.lang });
    const dropAt = Math.min(closedAt + alertDropMs / speed, holdsUntil);
    return dropAt <= now
      ? []
      : [{ id: randomUUID(), user, rule, content, dropAt: new Date(dropAt), at: forecast.decidedAt }];
  });
  return inTransaction(db, async ({ tx }) => {
    const isNew = await insertAlerts(
      tx,
      rows.map(({ id, user, content, dropAt, at }) => ({
        id,
        userId: user.id,
        kind: 'alert' as const,
        at: new Date(at),
        symbol: content.symbol,
        content: { ...content },
        createdAt: new Date(now),
        dropAt,
      })),
    );
    const stored = rows.filter(({ id }) => isNew.has(id));
    await enqueueMessages(needs, tx, stored);
    return stored.length;
  });
}

/** The best forecast for each user that fits a rule and that nothing rules out. */
async function chooseForecasts(
  needs: MatchMinuteDependencies,
  rules: RulesByUser,
  open: readonly Forecast[],
  now: number,
): Promise<Alerted[]> {
  const { db, marketClock } = needs;
  const payouts = await needs.listPayouts([...rules.keys()]);
  const rank = createRanking(open);
  const ranked = new Map([...payouts].map(([userId, own]) => [userId, rank(own)]));
  const userIds = [...ranked].flatMap(([userId, own]) => (own.length > 0 ? [userId] : []));
  if (userIds.length === 0) return [];
  const [users, stopped, recent, counts] = await Promise.all([
    needs.listUsers(userIds),
    needs.listStopped(userIds),
    listRecentPairs(db, userIds, {
      alerted: new Date(now - limits.previousSignalWindowMs),
      issued: new Date(marketClock.now() - limits.previousSignalWindowMs),
    }),
    countAlerts(db, userIds, new Date(now - hourMs)),
  ]);
  return users.flatMap((user) => {
    if (!needs.mayTrade(user) || stopped.has(user.id)) return [];
    const isOpenTo = ({ model, symbol }: PaidAlert): boolean =>
      (model !== 'vip' || needs.mayUseVip(user)) && !recent.has(pairKey(user.id, symbol));
    const alerted = counts.get(user.id) ?? 0;
    const chosen = chooseAlert(rules.get(user.id) ?? [], ranked.get(user.id) ?? [], { now, alerted, isOpenTo });
    return chosen ? [{ user, ...chosen }] : [];
  });
}

/** Those with an edge at the payouts of a user, the highest expected value first. Most users share their payouts. */
function createRanking(open: readonly Forecast[]): (payouts: TraderPayouts) => readonly PaidAlert[] {
  const known = new Map<TraderPayouts, readonly PaidAlert[]>();
  const getValue = ({ passability: probability, payout }: PaidAlert): number => expectedValue({ probability, payout });
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

interface Stored {
  readonly id: string;
  readonly user: User;
  readonly rule: RuleRow;
  readonly content: AlertContent;
  readonly dropAt: Date;
}

/** Messages to devices and chats, and mails, in the transaction of their alerts. */
async function enqueueMessages(
  needs: MatchMinuteDependencies,
  tx: Transaction,
  stored: readonly Stored[],
): Promise<void> {
  const addressed = stored.map(({ id, user, rule, dropAt }) => ({
    id,
    userId: user.id,
    channels: rule.channels,
    dropAt,
  }));
  await enqueueSends(tx, addressed, needs.listLinked);
  for (const { user, rule, content, dropAt: at } of stored)
    if (rule.channels.includes('mail')) {
      const dropAt = toInstant(at.getTime());
      const { id: userId, email: to, lang } = user;
      const unsubscribe = needs.getUnsubscribeAddress(userId, lang);
      await needs.queueMail(tx, { userId, to, lang, kind: 'signal_alert', ...content, dropAt, unsubscribe });
    }
}

interface MatchingQueueDependencies {
  readonly market: Pick<MarketView, 'onForecasts'>;
  readonly matchMinute: MatchMinute;
  /** Sends what a minute has alerted, without waiting for the periodic run. */
  readonly send: (stopping: AbortSignal) => Promise<void>;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/** Matches the forecasts of one minute after the other, because a minute may take longer than the next one waits. */
export function createMatchingQueue({ market, matchMinute, send, log }: MatchingQueueDependencies) {
  const stopping = new AbortController();
  let isWorking = false;
  let matching: Promise<void> = Promise.resolve();
  const match = async (forecasts: readonly Forecast[]): Promise<void> => {
    if (stopping.signal.aborted) return;
    try {
      const alerted = await matchMinute(forecasts, stopping.signal);
      if (alerted > 0) await send(stopping.signal);
    } catch (error) {
      log.error({ err: error }, 'alerts of a minute were not matched');
    }
  };
  market.onForecasts((forecasts) => {
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
