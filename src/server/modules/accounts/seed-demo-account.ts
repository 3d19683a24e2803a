import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { demoAccount } from '#server/config/demo-account.ts';
import type { Broker } from '#server/integrations/broker/broker.ts';
import type { Platform } from '#server/start/platform.ts';
import {
  findUserByEmail,
  insertUserIfAbsent,
  markPasswordProven,
  revokeSessions,
  updatePassword,
  type UserRow,
} from './accounts.repository.ts';
import { endConnections } from './sessions/end-connections.ts';
import { createPasswords } from './sign-in/passwords.ts';
import { deleteFactors } from './second-factor/factors.repository.ts';

interface SeedDemoAccountDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly password: string;
  readonly broker: Broker;
}

/**
 * Afterwards this password opens the demo's account, and no older one does. Nothing else is needed:
 * a visitor's second factor would lock out all others.
 */
export async function seedDemoAccount({ db, password, broker, clock }: SeedDemoAccountDependencies): Promise<void> {
  const found = await findUserByEmail(db, demoAccount.email);
  if (found) return takeBack(db, found, password, new Date(clock.now()));
  const trader = await broker.findTrader(demoAccount.traderId);
  const now = new Date(clock.now());
  await insertUserIfAbsent(db, {
    id: randomUUID(),
    email: demoAccount.email,
    passwordHash: await createPasswords().hash(password),
    passwordProvenAt: now,
    lang: 'uk',
    isActivated: true,
    activatedAt: now,
    referralId: demoAccount.traderId,
    referralProof: 'sandbox',
    balance: trader?.balance ?? null,
    balanceCheckedAt: trader && now,
    createdAt: now,
  });
}

async function takeBack(db: Database, user: UserRow, password: string, now: Date): Promise<void> {
  await inTransaction(db, (tx) => deleteFactors(tx, user.id));
  const passwords = createPasswords();
  if (await passwords.isRight(password, user.passwordHash)) {
    await inTransaction(db, (tx) => markPasswordProven(tx, user.id, now));
    return;
  }
  const passwordHash = await passwords.hash(password);
  await inTransaction(db, async (tx) => {
    await updatePassword(tx, user.id, passwordHash, now);
    await revokeSessions(tx, { userId: user.id }, now);
    await endConnections(tx, user.id);
  });
}
