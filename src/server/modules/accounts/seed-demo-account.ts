import { randomUUID } from 'node:crypto';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { demoAccount } from '#server/demo-account.ts';
import type { Broker } from '#server/integrations/broker/broker.ts';
import { findUserByEmail, insertUserIfAbsent } from './accounts.repository.ts';
import { createPasswords } from './passwords.ts';

interface Needs {
  readonly db: Database;
  readonly broker: Broker;
  readonly clock: Clock;
}

export async function seedDemoAccount({ db, broker, clock }: Needs): Promise<void> {
  if (await findUserByEmail(db, demoAccount.email)) return;
  const trader = await broker.findTrader(demoAccount.traderId);
  const now = new Date(clock.now());
  await insertUserIfAbsent(db, {
    id: randomUUID(),
    email: demoAccount.email,
    passwordHash: await createPasswords().hash(demoAccount.password),
    lang: 'uk',
    isActivated: true,
    activatedAt: now,
    referralId: demoAccount.traderId,
    balance: trader?.balance ?? null,
    balanceCheckedAt: trader && now,
    createdAt: now,
  });
}
