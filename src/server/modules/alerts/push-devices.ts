import { randomUUID } from 'node:crypto';
import type { PushDevice, PushSubscriptionBody } from '#contract/alerts.ts';
import { toInstant, toInstantOrNull } from '#contract/wire.ts';
import type { VapidConfig } from '#server/config/integrations.ts';
import type { SealText } from '#server/crypto/seal-text.ts';
import { inTransaction } from '#server/database/connection.ts';
import { lockAccount } from '#server/database/locks.ts';
import { apiError } from '#server/http/api-error.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import type { PushIdentity } from '#server/integrations/push/push.ts';
import type { Platform } from '#server/start/platform.ts';
import {
  deleteOldestDevices,
  deletePushDevice,
  findPushKey,
  insertPushKey,
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

/** The keys of the configuration, otherwise those generated once and stored. */
export type ReadPushIdentity = () => Promise<PushIdentity>;

interface ReadPushIdentityDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly vapid: VapidConfig;
  readonly seal: SealText;
  readonly generateKeys: () => { readonly publicKey: string; readonly privateKey: string };
}

export function createReadPushIdentity({
  db,
  vapid,
  seal,
  generateKeys,
  clock,
}: ReadPushIdentityDependencies): ReadPushIdentity {
  const load = async (): Promise<PushIdentity> => {
    const { subject, keys } = vapid;
    if (keys) return { subject, ...keys };
    if (!(await findPushKey(db))) {
      const { publicKey, privateKey } = generateKeys();
      // Of two processes that generate at once, the first one's key is stored.
      await insertPushKey(db, { publicKey, sealed: await seal.seal(privateKey), createdAt: new Date(clock.now()) });
    }
    const stored = await findPushKey(db);
    const privateKey = stored && (await seal.open(stored.sealed));
    if (!stored || !privateKey)
      throw new Error('the push key was sealed under another SECRET: set VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY');
    return { subject, publicKey: stored.publicKey, privateKey };
  };

  return cacheAnswer({ clock, ms: Number.POSITIVE_INFINITY, read: load });
}
