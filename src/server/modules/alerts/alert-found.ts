import { randomUUID } from 'node:crypto';
import { type AlertChannel, alertDropMs } from '#domain/signals/alert-rule.ts';
import { inTransaction } from '#server/database/connection.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import type { FoundEdge, SignalsApi } from '#server/modules/signals/signals.api.ts';
import type { ListLinked } from '#server/modules/telegram/telegram.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createAlert } from './alert-content.ts';
import { insertAlerts } from './alerts.repository.ts';
import { enqueueSends } from './enqueue-sends.ts';

interface AlertFoundDependencies extends Pick<Platform, 'db' | 'clock' | 'marketClock'> {
  /** How many times faster than the wall clock the market runs. */
  readonly speed: number;
  readonly publicUrl: string;
  listUsers(ids: readonly string[]): Promise<User[]>;
  readonly listLinked: ListLinked;
}

/** Those that are fast enough, whether or not the trader wants alerts by them: the trader is waiting for this one. */
const channels: readonly AlertChannel[] = ['push', 'telegram'];

/** Alerts the user of an auto-signal run of what it announced, unless an alert of the same minute went out. */
export async function alertFound(
  { db, clock, marketClock, speed, publicUrl, listUsers, listLinked }: AlertFoundDependencies,
  { userId, forecast, until }: FoundEdge,
): Promise<void> {
  const [user] = await listUsers([userId]);
  if (!user) return;
  const now = clock.now();
  const holdsUntil = now + (until - marketClock.now()) / speed;
  const content = createAlert(forecast, holdsUntil, { publicUrl, lang: user.lang });
  const dropAt = new Date(Math.min(now + alertDropMs / speed, holdsUntil));
  const alert = { id: randomUUID(), userId, dropAt };
  await inTransaction(db, async ({ tx }) => {
    const { symbol } = content;
    const at = new Date(forecast.decidedAt);
    const row = { ...alert, kind: 'alert' as const, at, symbol, content: { ...content }, createdAt: new Date(now) };
    const isNew = await insertAlerts(tx, [row]);
    if (isNew.has(alert.id)) await enqueueSends(tx, [{ ...alert, channels }], listLinked);
  });
}

interface AlertingFoundDependencies extends AlertFoundDependencies, Pick<Platform, 'log'> {
  readonly signals: Pick<SignalsApi, 'onFound'>;
}

/** One after the other. The page has its own event, so that what a dying process loses here is only the alert. */
export function createAlertingFound({ signals, log, ...needs }: AlertingFoundDependencies) {
  let alerting: Promise<void> = Promise.resolve();
  signals.onFound((found) => {
    alerting = alerting
      .then(() => alertFound(needs, found))
      .catch((err: unknown) => log.error({ err, userId: found.userId }, 'a user was not alerted of a found forecast'));
  });
  return { stop: (): Promise<void> => alerting };
}
