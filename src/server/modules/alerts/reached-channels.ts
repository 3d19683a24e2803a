import type { AlertChannel } from '#domain/signals/alert-rule.ts';
import type { Database } from '#server/database/connection.ts';
import { listPushTargets } from './push-devices.repository.ts';

/** Channels by which a user receives alerts now: everybody has a mailbox, not everybody a device. */
export async function listReachedChannels(db: Database, userId: string): Promise<ReadonlySet<AlertChannel>> {
  const devices = await listPushTargets(db, [userId]);
  return new Set<AlertChannel>(['mail', ...(devices.length > 0 ? (['push'] as const) : [])]);
}
