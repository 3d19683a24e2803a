import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { isQuiet, resultDropMs, resultMailMs } from '#domain/signals/alert-rule.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import { type Transaction, inTransaction } from '#server/database/connection.ts';
import { isolateFailures } from '#server/jobs/isolate-failures.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { QueueMail } from '#server/modules/mail/mail.api.ts';
import type { ListLinked } from '#server/modules/telegram/telegram.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { toResult } from './alert-content.ts';
import type { GetUnsubscribeAddress } from './alert-mails.ts';
import {
  findEventBefore,
  insertAlerts,
  listEventsAfter,
  listRecipients,
  listRules,
  type ResultEvent,
  toResultEvents,
} from './alerts.repository.ts';
import { enqueueSends } from './enqueue-sends.ts';

interface NotifyResultsDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly publicUrl: string;
  readonly listLinked: ListLinked;
  readonly queueMail: QueueMail;
  readonly getUnsubscribeAddress: GetUnsubscribeAddress;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

const batchSize = 100;
const retryMs = minuteMs;

/**
 * Results of own signals, for users who want them, from the outbox of events: after the settlement and
 * in transactions of their own. A start goes back as far as a result is news, and several processes may
 * read the same: a signal has one result.
 */
export function createNotifyResults(needs: NotifyResultsDependencies): () => Promise<void> {
  const { db, clock, log } = needs;
  /** The newest event that was read. */
  let position: number | null = null;
  let failed: readonly ResultEvent[] = [];
  let retryAt = 0;

  const notify = async (results: readonly ResultEvent[]): Promise<void> => {
    const failures = await isolateFailures(results, (some) =>
      inTransaction(db, ({ tx }) => enqueueResults(needs, tx, some)),
    );
    // What concerns all of several is no error of one of them.
    if (failures.length > 1 && failures.length === results.length) throw failures[0]?.error;
    if (failed.length === 0) retryAt = clock.now() + retryMs;
    failed = [...failed, ...failures.map(({ item }) => item)];
    for (const { item, error } of failures)
      log.error({ err: error, userId: item.userId }, 'notifying a user of a result failed; retrying in a minute');
  };

  const retry = async (): Promise<void> => {
    if (failed.length === 0 || clock.now() < retryAt) return;
    const again = failed.filter(({ at }) => clock.now() - at.getTime() < resultMailMs);
    failed = [];
    for (const result of again) await notify([result]);
  };

  return async () => {
    position ??= await findEventBefore(db, new Date(clock.now() - resultDropMs));
    for (let count = batchSize; count === batchSize; ) {
      const events = await listEventsAfter(db, position, batchSize);
      await notify(toResultEvents(events));
      position = events.at(-1)?.id ?? position;
      count = events.length;
    }
    await retry();
  };
}

interface NotifyingDependencies extends Pick<Platform, 'log'> {
  readonly notifyResults: () => Promise<void>;
  readonly after: Scheduler['after'];
}

const everyMs = secondMs;
const afterErrorMs = 10 * secondMs;

export const createNotifying = ({ notifyResults, after, log }: NotifyingDependencies): Repeating =>
  repeat({
    firstAfterMs: everyMs,
    everyMs: afterErrorMs,
    task: async () => {
      await notifyResults();
      return everyMs;
    },
    onError: (error) => log.error({ err: error }, 'users were not notified of results; retrying'),
    after,
  });

async function enqueueResults(
  { publicUrl, listLinked, queueMail, getUnsubscribeAddress }: NotifyResultsDependencies,
  tx: Transaction,
  settled: readonly ResultEvent[],
): Promise<void> {
  const rules = await listRules(tx, [...new Set(settled.map(({ userId }) => userId))]);
  const wanting = new Map(
    rules.filter(({ results, channels }) => results && channels.length > 0).map((rule) => [rule.userId, rule]),
  );
  const recipients = await listRecipients(tx, [...wanting.keys()]);
  const wanted = settled.flatMap(({ userId, data, at }) => {
    const [rule, recipient] = [wanting.get(userId), recipients.get(userId)];
    // Who turns results on later is not notified of those before.
    if (!rule || !recipient || rule.changedAt > at) return [];
    if (rule.quietHours && isQuiet(rule.quietHours, at.getTime())) return [];
    const content = toResult(data, { publicUrl, lang: recipient.lang });
    const dropAt = new Date(at.getTime() + resultDropMs);
    const { channels } = rule;
    return content ? [{ id: randomUUID(), userId, channels, recipient, content, at, dropAt }] : [];
  });
  if (wanted.length === 0) return;
  const isNew = await insertAlerts(
    tx,
    wanted.map(({ id, userId, content, at, dropAt }) => ({
      id,
      userId,
      kind: 'result' as const,
      at,
      createdAt: at,
      dropAt,
      symbol: content.symbol,
      signalId: content.id,
      content: { ...content },
    })),
  );
  const stored = wanted.filter(({ id }) => isNew.has(id));
  await enqueueSends(tx, stored, listLinked);
  for (const { userId, channels, recipient, content, at } of stored)
    if (channels.includes('mail')) {
      const { email: to, lang } = recipient;
      await queueMail(tx, {
        userId,
        to,
        lang,
        kind: 'signal_result',
        ...content,
        settledAt: at.toISOString(),
        unsubscribe: getUnsubscribeAddress(userId, lang),
      });
    }
}
