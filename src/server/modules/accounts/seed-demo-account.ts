import { randomUUID } from 'node:crypto';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { findUserByEmail, insertUserIfAbsent } from './accounts.repository.ts';
import type { Passwords } from './passwords.ts';

/** Public on purpose: it opens a sandbox with a simulated market, on a machine of one's own. */
export const demoAccount = { email: 'demo@kurs.example', password: 'Kurs-demo-1', traderId: '10000001' } as const;

export async function seedDemoAccount({ db, passwords, clock }: { db: Database; passwords: Passwords; clock: Clock }) {
  if (await findUserByEmail(db, demoAccount.email)) return;
  await insertUserIfAbsent(db, {
    id: randomUUID(),
    email: demoAccount.email,
    passwordHash: await passwords.hash(demoAccount.password),
    lang: 'uk',
    isActivated: true,
    referralId: demoAccount.traderId,
    createdAt: new Date(clock.now()),
  });
}
