import { randomUUID } from 'node:crypto';
import type { PushDevice, PushSubscriptionBody } from '#contract/alerts.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { lockAccount } from '#server/database/locks.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Platform } from '#server/start/platform.ts';
import {
  deleteOldestDevices,
  deletePushDevice,
  listPushDevices,
  type PushDeviceRow,
  upsertPushDevice,
} from './push-devices.repository.ts';

export interface PushDevices {
  list(userId: string): Promise<PushDevice[]>;
  /** Again from the same browser: the same id. */
  add(userId: string, subscription: PushSubscriptionBody, userAgent: string): Promise<string>;
  end(userId: string, id: string): Promise<void>;
}

interface PushDevicesDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly isAllowedHost: (url: string) => boolean;
  /** The browser and the system that a user agent names. */
  readonly findDevice: (userAgent: string) => { readonly browser: string | null; readonly system: string | null };
}

/** More than a person has; the oldest ones leave. */
const maxDevices = 20;
const userAgentLength = 300;

export const createPushDevices = ({ db, clock, isAllowedHost, findDevice }: PushDevicesDependencies): PushDevices => ({
  list: async (userId) => (await listPushDevices(db, userId)).map((row) => toDeviceDto(row, findDevice)),
  add: async (userId, { endpoint, keys: { p256dh, auth } }, agent) => {
    if (!isAllowedHost(endpoint)) throw apiError('address_not_allowed');
    const userAgent = agent.slice(0, userAgentLength);
    const device = { id: randomUUID(), userId, endpoint, p256dh, auth, userAgent, createdAt: new Date(clock.now()) };
    return inTransaction(db, async ({ tx }) => {
      if (!(await lockAccount(tx, userId))) throw apiError('unauthenticated');
      const id = await upsertPushDevice(tx, device);
      await deleteOldestDevices(tx, userId, maxDevices);
      return id;
    });
  },
  end: async (userId, id) => {
    if (!(await deletePushDevice(db, userId, id))) throw apiError('not_found');
  },
});

const toDeviceDto = (row: PushDeviceRow, findDevice: PushDevicesDependencies['findDevice']): PushDevice => ({
  id: row.id,
  createdAt: toInstant(row.createdAt.getTime()),
  ...findDevice(row.userAgent),
  service: new URL(row.endpoint).host,
  lastSentAt: toInstantOrNull(row.lastSentAt),
});
