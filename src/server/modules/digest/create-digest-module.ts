import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { and, asc, eq, gt, isNull, lt, notExists } from 'drizzle-orm';
import { RequestedMail, RequestMailBody } from '#contract/accounts.ts';
import { digestPaths } from '#contract/paths.ts';
import type { Tally } from '#contract/statistics.ts';
import { toInstant } from '#contract/wire.ts';
import type { Language } from '#domain/language.ts';
import { getBreakEven } from '#domain/statistics/break-even.ts';
import { minOutcomesForRate } from '#domain/statistics/shown-rate.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { dateOfDay, dayMs, getDay, minuteMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import { createUnsubscribeTokens, unsubscribeAddress } from '#server/crypto/unsubscribe-token.ts';
import { inTransaction } from '#server/database/connection.ts';
import { users } from '#server/database/schema.ts';
import { digestMails, digestSubscriptions } from '#server/database/tables/digest-tables.ts';
import { apiError } from '#server/http/api-error.ts';
import { unsubscribeRoutes } from '#server/http/unsubscribe-routes.ts';
import { repeat } from '#server/jobs/repeat.ts';
import { type AccountsApi, getUser } from '#server/modules/accounts/accounts.api.ts';
import type { DigestFigures, MailApi } from '#server/modules/mail/mail.api.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';

export interface DigestDependencies {
  readonly config: Pick<Config, 'payout' | 'publicUrl' | 'secret'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'scheduler' | 'log'>;
  readonly accounts: Pick<AccountsApi, 'signedIn'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
  readonly signals: Pick<SignalsApi, 'readStats'>;
}

const everyMs = 10 * minuteMs;

/** The weekly digest of a user's own results by mail, for users who asked for it. */
export function createDigestModule(needs: DigestDependencies): ServerModule {
  const { scheduler, log } = needs.platform;
  const { start, stop } = repeat({
    firstAfterMs: minuteMs,
    everyMs,
    task: async (stopping) => {
      const queued = await sendDigests(needs, stopping);
      if (queued > 0) log.info({ queued }, 'queued weekly digests');
    },
    onError: (error) => log.error({ err: error }, 'queueing weekly digests failed; retrying in ten minutes'),
    after: scheduler.after,
  });
  return {
    routes: [digestRoutes(needs)],
    api: {},
    components: [{ name: 'digest', duty: 'lead', phase: 'after engine', start, stop }],
  };
}

/** The digest is turned on and off by its reader, and off by a link in it. */
export const digestRoutes =
  ({ config, platform: { db, clock }, accounts: { signedIn } }: DigestDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    const turnOff = (userId: string) => db.delete(digestSubscriptions).where(eq(digestSubscriptions.userId, userId));
    const unsubscribe = async (token: string): Promise<void> => {
      const userId = createUnsubscribeTokens(config, 'digest').read(token);
      if (userId === null) throw apiError('link_invalid');
      await turnOff(userId);
    };
    await app.register(unsubscribeRoutes({ mail: 'digest', path: digestPaths.unsubscribe, unsubscribe }));

    app.get(
      digestPaths.mail,
      { schema: { response: { 200: RequestedMail } }, preValidation: signedIn },
      async (request) => ({
        isOn: (await db.$count(digestSubscriptions, eq(digestSubscriptions.userId, getUser(request).id))) > 0,
      }),
    );

    app.put(
      digestPaths.mail,
      { schema: { body: RequestMailBody, response: { 200: RequestedMail } }, preValidation: signedIn },
      async (request) => {
        const { isOn } = request.body;
        const userId = getUser(request).id;
        if (isOn) {
          const row = { userId, since: new Date(clock.now()) };
          await db.insert(digestSubscriptions).values(row).onConflictDoNothing();
        } else await turnOff(userId);
        return { isOn };
      },
    );
  };

const batch = 100;
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
export async function sendDigests(needs: DigestDependencies, stopping?: AbortSignal): Promise<number> {
  const { clock, log } = needs.platform;
  const monday = newestClosedWeek(clock.now());
  let queued = 0;
  let after: string | null = null;
  for (;;) {
    const due: readonly Subscriber[] = await listDue(needs, monday + weekDays, after);
    if (due.length === 0 || stopping?.aborted) return queued;
    for (const subscriber of due) {
      try {
        if (await queueDigest(needs, monday, subscriber)) queued++;
      } catch (error) {
        log.error({ err: error, userId: subscriber.userId }, 'queueing a weekly digest failed; retrying later');
      }
    }
    after = due.at(-1)?.userId ?? null;
  }
}

interface Subscriber {
  readonly userId: string;
  readonly email: string;
  readonly lang: Language;
}

/**
 * Users with an active account who wanted the digest before this day and have none of it yet, after
 * the last one by id. Not those who excluded themselves at the broker.
 */
function listDue({ platform: { db } }: DigestDependencies, day: number, after: string | null): Promise<Subscriber[]> {
  const date = dateOfDay(day);
  const own = and(eq(digestMails.userId, users.id), eq(digestMails.day, date));
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
        ...(after === null ? [] : [gt(users.id, after)]),
      ),
    )
    .orderBy(asc(users.id))
    .limit(batch);
}

/** False: without results, or another process has queued it. */
async function queueDigest(needs: DigestDependencies, monday: number, subscriber: Subscriber): Promise<boolean> {
  const { config, platform, mail, signals } = needs;
  const { userId, email: to, lang } = subscriber;
  const until = toInstant((monday + weekDays) * dayMs);
  const [week, total] = await Promise.all([
    signals.readStats(userId, { from: toInstant(monday * dayMs), to: until }),
    signals.readStats(userId, { to: until }),
  ]);
  const token = createUnsubscribeTokens(config, 'digest').sign(userId);
  const link = { publicUrl: config.publicUrl, path: digestPaths.unsubscribe, token, lang };
  const content = {
    kind: 'weekly_digest',
    firstDay: dateOfDay(monday),
    lastDay: dateOfDay(monday + weekDays - 1),
    week: computeFigures(week),
    total: computeFigures(total),
    breakEven: getBreakEven(config.payout),
    unsubscribe: unsubscribeAddress(link),
  } as const;
  return inTransaction(platform.db, async ({ tx }) => {
    const row = { userId, day: dateOfDay(monday + weekDays), queuedAt: new Date(platform.clock.now()) };
    const isNew = (await tx.insert(digestMails).values(row).onConflictDoNothing().returning()).length > 0;
    if (!isNew || week.total + week.void === 0) return false;
    await mail.queueMail(tx, { userId, to, lang, ...content });
    return true;
  });
}

function computeFigures({ successful, unsuccessful, neutral, void: voided }: Tally): DigestFigures {
  const decided = successful + unsuccessful;
  const interval = decided < minOutcomesForRate ? null : wilsonInterval(successful, decided);
  const rate = interval && { winRate: successful / decided, ...interval };
  return { successful, unsuccessful, neutral, void: voided, rate };
}
