import type { AdminContest, Contest } from '#contract/contest.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { maskEmail } from '#domain/accounts/email.ts';
import { type ContestPeriod, contestRules, getContestState, isDrawable } from '#domain/contest/contest-rules.ts';
import type { Language } from '#domain/language.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { contestNames } from '#phrases/messages.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import {
  countEntries,
  countScreenshots,
  countSignals,
  findDrawnAt,
  hasEntry,
  listScreenshots,
  listWinners,
  type Standing,
  type Winner,
} from './contest.repository.ts';
import { type ContestContext, getPeriod, listEligible } from './contest-context.ts';

type TopTrader = Contest['topTraders'][number];

const shownTopTraders = 5;

/** `user`: who reads; null: a visitor. */
export async function readContest(ctx: ContestContext, user: User | null, lang: Language): Promise<Contest> {
  const period = getPeriod(ctx);
  const [drawnAt, winners, frequent] = await Promise.all([
    findDrawnAt(ctx.db, period.id),
    listWinners(ctx.db, period.id),
    ctx.listFrequent(),
  ]);
  return {
    name: contestNames[lang],
    ...toPeriodDto(ctx, period, drawnAt),
    // The last moment of the last day: nothing can be added any more, and it is still that day.
    drawAt: toInstant(period.endsAt - 1),
    winners: winners
      .filter(({ status }) => status !== 'replaced')
      .map(({ prize, email, status }) => ({ prize, email: maskEmail(email), status })),
    topTraders: rankTraders(frequent),
    ...(user && { me: await readOwnEntry(ctx, period, user, winners) }),
  };
}

const toPeriodDto = ({ config: { contest }, clock }: ContestContext, period: ContestPeriod, drawnAt: Date | null) => ({
  state: getContestState(period, drawnAt, clock.now()),
  startsAt: toInstant(period.startsAt),
  endsAt: toInstant(period.endsAt),
  timezone: contest?.timezone ?? 'UTC',
  prizes: [...(contest?.prizes ?? [])],
});

async function readOwnEntry(
  { db }: ContestContext,
  period: ContestPeriod,
  { id, email }: User,
  winners: readonly Winner[],
): Promise<Contest['me']> {
  const [joined, signals, screenshots] = await Promise.all([
    hasEntry(db, period.id, id),
    countSignals(db, period, id),
    countScreenshots(db, period.id, id),
  ]);
  const won = winners.find(({ userId }) => userId === id);
  const prize = won ? { status: won.status, sendUntil: toInstant(won.sendUntil.getTime()), screenshots } : null;
  return { joined, email, signals, required: contestRules.signals, prize };
}

const rankTraders = (standings: readonly Standing[]): TopTrader[] =>
  standings
    .flatMap(toTopTrader)
    .toSorted((a, b) => b.low - a.low)
    .slice(0, shownTopTraders);

function toTopTrader({ email, won, lost }: Standing): TopTrader[] {
  const total = won + lost;
  const interval = total < minOutcomesForRate ? null : wilsonInterval(won, total);
  return interval ? [{ email: maskEmail(email), total, winRate: won / total, ...interval }] : [];
}

export async function readAdminContest(ctx: ContestContext): Promise<AdminContest> {
  const { db, clock } = ctx;
  const period = getPeriod(ctx);
  const [drawnAt, participants, eligible, winners, screenshots] = await Promise.all([
    findDrawnAt(db, period.id),
    countEntries(db, period.id),
    listEligible(ctx, db),
    listWinners(db, period.id),
    listScreenshots(db, period.id),
  ]);
  return {
    ...toPeriodDto(ctx, period, drawnAt),
    participants,
    eligible: eligible.length,
    drawnAt: toInstantOrNull(drawnAt),
    canDraw: drawnAt === null && isDrawable(period, clock.now()),
    winners: winners.map(({ userId, email, prize, status, statusAt, sendUntil }) => ({
      userId,
      email,
      prize,
      status,
      statusAt: toInstant(statusAt.getTime()),
      sendUntil: toInstant(sendUntil.getTime()),
      screenshots: screenshots
        .filter((one) => one.userId === userId)
        .map(({ id, type, sentAt }) => ({ id, type, sentAt: toInstant(sentAt.getTime()) })),
    })),
  };
}
