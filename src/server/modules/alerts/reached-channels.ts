import type { AlertChannel } from '#domain/signals/alert-rule.ts';
import type { Database } from '#server/database/connection.ts';
import type { ListLinked } from '#server/modules/telegram/telegram.api.ts';
import { listPushTargets } from './push-devices.repository.ts';

interface Needs {
  readonly db: Database;
  readonly listLinked: ListLinked;
}

/** Channels by which a user receives alerts now: everybody has a mailbox, not a device or a chat. */
export async function listReachedChannels(
  { db, listLinked }: Needs,
  userId: string,
): Promise<ReadonlySet<AlertChannel>> {
  const [devices, linked] = await Promise.all([listPushTargets(db, [userId]), listLinked(db, [userId])]);
  const reached: readonly [AlertChannel, boolean][] = [
    ['push', devices.length > 0],
    ['telegram', linked.has(userId)],
    ['mail', true],
  ];
  return new Set(reached.flatMap(([channel, isReached]) => (isReached ? [channel] : [])));
}
