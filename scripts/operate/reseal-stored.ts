import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';
import { mails } from '#server/database/schema.ts';
import { pushKeys } from '#server/database/tables/alert-tables.ts';
import { totpSecrets } from '#server/database/tables/factor-tables.ts';
import { recordKeys } from '#server/database/tables/record-tables.ts';
import { webhooks } from '#server/database/tables/webhook-tables.ts';
import { openBytes, sealBytes, type Secrets } from '#server/crypto/seal-text.ts';
import { recordKeyPurpose } from '#server/modules/record/sign/record-key.ts';

/** How many texts are now sealed under SECRET, and how many open under neither. */
export interface Resealed {
  readonly sealed: number;
  readonly unopened: number;
}

type Reseal = (sealed: string, save: (next: string) => Promise<unknown>) => Promise<void>;

/**
 * Seals every stored text under SECRET that was sealed under SECRET_PREVIOUS. Each row by itself and
 * only if it has not changed meanwhile, so it may run beside the product, and again.
 */
export async function resealStored(db: Database, secrets: Secrets): Promise<Resealed> {
  const counts = { sealed: 0, unopened: 0 };
  const under = (purpose: string): Reseal => createReseal(secrets, purpose, counts);

  const key = under(recordKeyPurpose);
  for (const { id, sealed } of await db.select().from(recordKeys))
    await key(sealed, (next) => db.update(recordKeys).set({ sealed: next }).where(eq(recordKeys.id, id)));

  const factor = under('second factor');
  for (const { userId, sealed } of await db.select().from(totpSecrets))
    await factor(sealed, (next) =>
      db
        .update(totpSecrets)
        .set({ sealed: next })
        .where(and(eq(totpSecrets.userId, userId), eq(totpSecrets.sealed, sealed))),
    );

  const push = under('push key');
  for (const { sealed } of await db.select().from(pushKeys))
    await push(sealed, (next) => db.update(pushKeys).set({ sealed: next }).where(eq(pushKeys.sealed, sealed)));

  const hook = under('webhook secret');
  for (const { id, sealed, previousSealed } of await db.select().from(webhooks)) {
    await hook(sealed, (next) =>
      db
        .update(webhooks)
        .set({ sealed: next })
        .where(and(eq(webhooks.id, id), eq(webhooks.sealed, sealed))),
    );
    if (previousSealed !== null)
      await hook(previousSealed, (next) =>
        db
          .update(webhooks)
          .set({ previousSealed: next })
          .where(and(eq(webhooks.id, id), eq(webhooks.previousSealed, previousSealed))),
      );
  }

  const mail = under('outbox');
  for (const { id, sealed } of await db.select({ id: mails.id, sealed: mails.sealed }).from(mails))
    if (sealed !== null)
      await mail(sealed, (next) =>
        db
          .update(mails)
          .set({ sealed: next })
          .where(and(eq(mails.id, id), eq(mails.sealed, sealed))),
      );
  return counts;
}

const createReseal =
  (secrets: Secrets, purpose: string, counts: { sealed: number; unopened: number }): Reseal =>
  async (sealed, save) => {
    if (await openBytes(sealed, { secret: secrets.secret }, purpose)) return;
    const opened = await openBytes(sealed, secrets, purpose);
    if (!opened) {
      counts.unopened++;
      return;
    }
    await save(await sealBytes(opened, secrets, purpose));
    counts.sealed++;
  };
