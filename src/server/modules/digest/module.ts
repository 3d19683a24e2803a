import { and, eq, isNull, lt, notExists } from 'drizzle-orm';
import { digestEndpoints, digestMailEndpoints } from '#contract/requested-mail.ts';
import { toInstant } from '#contract/wire.ts';
import type { Language } from '#domain/language.ts';
import { getBreakEven } from '#domain/signals/edge.ts';
import { dateOfDay, dayMs, getDay, minuteMs } from '#domain/time.ts';
import {
  readUnsubscribeToken,
  signUnsubscribeToken,
  unsubscribeAddress,
  handleUnsubscribing,
  ignoreForms,
} from '#server/http/unsubscribe.ts';
import { inTransaction } from '#server/database/connection.ts';
import { users } from '#server/database/schema.ts';
import { digestMails, digestSubscriptions } from '#server/database/tables/delivery-tables.ts';
import { apiError } from '#server/http/api-error.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { type AccountsApi, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { Counts } from '#server/deliveries/message.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { PayoutsApi } from '#server/modules/payouts/payouts.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';

export interface DigestContext extends Platform {
  readonly accounts: AccountsApi;
  readonly mail: MailApi;
  readonly payouts: PayoutsApi;
  readonly signals: SignalsApi;
}

const everyMs = 10 * minuteMs;

/** The weekly digest of a user's own results by mail, for users who asked for it. */
export function digestModule(ctx: DigestContext): ServerModule {
  const { scheduler, log } = ctx;
  const { start, stop } = repeat({
    firstAfterMs: minuteMs,
    everyMs,
    task: async (stopping) => {
      const queued = await sendDigests(ctx, stopping);
      if (queued > 0) log.info({ queued }, 'queued weekly digests');
    },
    onError: (error) => log.error({ err: error }, 'queueing weekly digests failed; retrying in ten minutes'),
    after: scheduler.after,
  });
  return {
    routes: [digestRoutes(ctx), digestMailRoutes(ctx)],
    api: {},
    components: [{ name: 'digest', duty: 'lead', phase: 'after engine', start, stop }],
  };
}

const ofUser = (userId: string) => eq(digestSubscriptions.userId, userId);

/** The digest is turned on and off by its reader. */
const digestRoutes = ({ db, clock, accounts: { guards } }: DigestContext) =>
  serveEndpoints(digestEndpoints, guards, {
    'GET /api/user/digest-mail': async (request) => ({
      isOn: (await db.$count(digestSubscriptions, ofUser(getUser(request).id))) > 0,
    }),
    'PUT /api/user/digest-mail': async (request) => {
      const { isOn } = request.body;
      const userId = getUser(request).id;
      if (isOn) {
        const row = { userId, since: new Date(clock.now()) };
        await db.insert(digestSubscriptions).values(row).onConflictDoNothing();
      } else await db.delete(digestSubscriptions).where(ofUser(userId));
      return { isOn };
    },
  });

/** And off by a link in it. */
function digestMailRoutes({ config, db }: DigestContext) {
  const { open, press } = handleUnsubscribing('digest', async (token) => {
    const userId = readUnsubscribeToken(config, 'digest', token);
    if (userId === null) throw apiError('link_invalid');
    await db.delete(digestSubscriptions).where(ofUser(userId));
  });
  return ignoreForms(
    serveEndpoints(
      digestMailEndpoints,
      {},
      {
        'GET /api/user/digest-mail/unsubscribe/:token': open,
        'POST /api/user/digest-mail/unsubscribe/:token': press,
      },
    ),
  );
}

const weekDays = 7;
/** Time for the last signals of a week to be settled: the longest takes ten minutes. */
const settledAfterMs = 15 * minuteMs;

/** The Monday of the newest week whose signals have all been settled, in days since 1970. */
function newestClosedWeek(now: number): number {
  const day = getDay(now - settledAfterMs) - 1;
  // Day 3 was the first Sunday.
  return day - ((day + 4) % weekDays) - (weekDays - 1);
}

/**
 * Queues the newest closed week (UTC) once per user, from Monday a quarter past midnight on; nothing
 * for a week without results. A user whose mail cannot be made does not hold up the others. Returns
 * the number of mails that were queued.
 */
export async function sendDigests(ctx: DigestContext, stopping?: AbortSignal): Promise<number> {
  const { clock, log } = ctx;
  const monday = newestClosedWeek(clock.now());
  let queued = 0;
  for (const subscriber of await listDue(ctx, monday + weekDays)) {
    if (stopping?.aborted) break;
    try {
      if (await queueDigest(ctx, monday, subscriber)) queued++;
    } catch (error) {
      log.error({ err: error, userId: subscriber.userId }, 'queueing a weekly digest failed; retrying later');
    }
  }
  return queued;
}

interface Subscriber {
  readonly userId: string;
  readonly email: string;
  readonly lang: Language;
}

/**
 * Users with an active account who wanted the digest before this day and have none of it yet. Not
 * those who excluded themselves at the broker.
 */
function listDue({ db }: DigestContext, day: number): Promise<Subscriber[]> {
  const own = and(eq(digestMails.userId, users.id), eq(digestMails.day, dateOfDay(day)));
  return db
    .select({ userId: users.id, email: users.email, lang: users.lang })
    .from(digestSubscriptions)
    .innerJoin(users, eq(users.id, digestSubscriptions.userId))
    .where(
      and(
        lt(digestSubscriptions.since, new Date(day * dayMs)),
        eq(users.isActivated, true),
        eq(users.isBlocked, false),
        eq(users.isSelfExcluded, false),
        isNull(users.deletedAt),
        notExists(db.select().from(digestMails).where(own)),
      ),
    );
}

/** False: without results, or another process has queued it. */
async function queueDigest(ctx: DigestContext, monday: number, { userId, email, lang }: Subscriber): Promise<boolean> {
  const { config, db, clock, mail, payouts, signals } = ctx;
  const until = toInstant((monday + weekDays) * dayMs);
  const [payout, week, total] = await Promise.all([
    payouts.readPayouts(userId),
    signals.readStats(userId, { from: toInstant(monday * dayMs), to: until }),
    signals.readStats(userId, { to: until }),
  ]);
  const token = signUnsubscribeToken(config, 'digest', userId);
  return inTransaction(db, async ({ tx }) => {
    const row = { userId, day: dateOfDay(monday + weekDays), queuedAt: new Date(clock.now()) };
    const isNew = (await tx.insert(digestMails).values(row).onConflictDoNothing().returning()).length > 0;
    if (!isNew || week.total + week.void === 0) return false;
    await mail.queueMail(tx, {
      userId,
      to: email,
      lang,
      kind: 'weekly_digest',
      firstDay: dateOfDay(monday),
      lastDay: dateOfDay(monday + weekDays - 1),
      week: pickCounts(week),
      total: pickCounts(total),
      breakEven: getBreakEven(payout.default),
      unsubscribe: unsubscribeAddress({
        publicUrl: config.publicUrl,
        path: '/api/user/digest-mail/unsubscribe/:token',
        token,
        lang,
      }),
    });
    return true;
  });
}

const pickCounts = ({ successful, unsuccessful, neutral, void: voided }: Counts): Counts => ({
  successful,
  unsuccessful,
  neutral,
  void: voided,
});
