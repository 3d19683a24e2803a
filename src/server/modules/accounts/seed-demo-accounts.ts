import { randomUUID } from 'node:crypto';
import type { WallClock } from '#domain/time.ts';
import { type Database, inTransaction } from '#server/database/connection.ts';
import type { Config } from '#server/config.ts';
import { demoTraderId } from '#server/config/storage.ts';
import type { Broker } from '#server/integrations/broker/broker.ts';
import {
  findUserByEmail,
  insertUserIfAbsent,
  markPasswordProven,
  type NewUser,
  revokeSessions,
  updatePassword,
  type UserRow,
} from './accounts.repository.ts';
import { endConnections } from './sessions/end-connections.ts';
import { newPasswords } from './sign-in/passwords.ts';
import { deleteFactors } from './second-factor.ts';

interface DemoAccounts {
  readonly db: Database;
  readonly clock: WallClock;
  readonly accounts: Config['demoAccounts'];
  /** Others may reach the demo: nobody administers it by a password that everybody knows. */
  readonly isPublic: boolean;
  readonly broker: Broker;
}

/** The account of a trader, and the one that administers where only its owner can reach the demo. */
export async function seedDemoAccounts(needs: DemoAccounts): Promise<void> {
  const { db, accounts, isPublic, broker, clock } = needs;
  const trader = await broker.findTrader(demoTraderId);
  const now = new Date(clock.now());
  await seedAccount(needs, accounts.trader, {
    referralId: demoTraderId,
    referralProof: 'sandbox',
    balance: trader?.balance ?? null,
    balanceCheckedAt: trader && now,
  });
  if (!isPublic) return seedAccount(needs, accounts.admin, { role: 'admin' });
  const admin = await findUserByEmail(db, accounts.admin.email);
  if (admin) await takeBack(db, admin, randomUUID(), now);
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/**
 * Afterwards this password opens the account, and no older one does. Nothing else is needed: a
 * visitor's second factor would lock out all others.
 */
async function seedAccount(
  { db, clock }: DemoAccounts,
  { email, password }: Credentials,
  more: Partial<NewUser>,
): Promise<void> {
  const now = new Date(clock.now());
  const found = await findUserByEmail(db, email);
  if (found) return takeBack(db, found, password, now);
  await insertUserIfAbsent(db, {
    id: randomUUID(),
    email,
    passwordHash: await newPasswords().hash(password),
    passwordProvenAt: now,
    lang: 'uk',
    isActivated: true,
    activatedAt: now,
    createdAt: now,
    ...more,
  });
}

async function takeBack(db: Database, user: UserRow, password: string, now: Date): Promise<void> {
  await inTransaction(db, ({ tx }) => deleteFactors(tx, user.id));
  const passwords = newPasswords();
  if (await passwords.isRight(password, user.passwordHash)) {
    await inTransaction(db, ({ tx }) => markPasswordProven(tx, user.id, now));
    return;
  }
  const passwordHash = await passwords.hash(password);
  await inTransaction(db, async ({ tx }) => {
    await updatePassword(tx, user.id, passwordHash, now);
    await revokeSessions(tx, { userId: user.id }, now);
    await endConnections(tx, user.id, now);
  });
}
