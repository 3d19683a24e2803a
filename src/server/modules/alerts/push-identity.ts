import type { VapidConfig } from '#server/config/integrations.ts';
import type { PushIdentity } from '#server/integrations/push/push.ts';
import type { SealText } from '#server/crypto/seal-text.ts';
import { cacheAnswer } from '#server/http/cache-answer.ts';
import type { Platform } from '#server/start/platform.ts';
import { findPushKey, insertPushKey } from './push-devices.repository.ts';

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
