import { randomUUID } from 'node:crypto';
import type { Transaction } from '#server/database/connection.ts';
import type { AlertChannel } from '#domain/signals/alert-rule.ts';
import type { ListLinked } from '#server/modules/telegram/telegram.api.ts';
import { insertSends } from './alerts.repository.ts';
import { listPushTargets } from './push-devices.repository.ts';

interface Addressed {
  /** Of the alert. */
  readonly id: string;
  readonly userId: string;
  readonly dropAt: Date;
  readonly channels: readonly AlertChannel[];
}

/** A message to each device and chat of the users, in the transaction of their alerts. */
export async function enqueueSends(
  tx: Transaction,
  alerts: readonly Addressed[],
  listLinked: ListLinked,
): Promise<void> {
  const getUsers = (channel: AlertChannel): string[] =>
    alerts.filter(({ channels }) => channels.includes(channel)).map(({ userId }) => userId);
  const devices = Map.groupBy(await listPushTargets(tx, getUsers('push')), ({ userId }) => userId);
  const linked = await listLinked(tx, getUsers('telegram'));
  await insertSends(
    tx,
    alerts.flatMap(({ id: alertId, userId, dropAt, channels }) => {
      const common = { alertId, userId, dropAt, state: 'waiting' as const };
      const pushes = channels.includes('push')
        ? (devices.get(userId) ?? []).map(({ id: target }) => ({ channel: 'push' as const, target }))
        : [];
      const chats =
        channels.includes('telegram') && linked.has(userId) ? [{ channel: 'telegram' as const, target: null }] : [];
      return [...pushes, ...chats].map((send) => ({ id: randomUUID(), ...common, ...send }));
    }),
  );
}
