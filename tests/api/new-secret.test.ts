import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '#server/database/schema.ts';
import { totpSecrets } from '#server/database/tables/factor-tables.ts';
import { createSealText } from '#server/crypto/seal-text.ts';
import { createUnsubscribeTokens } from '#server/crypto/unsubscribe-token.ts';
import { createTokens } from '#server/modules/accounts/sessions/tokens.ts';
import { createSealMail } from '#server/modules/mail/seal-mail.ts';
import { openRecordKey } from '#server/modules/record/sign/record-key.ts';
import { createLinkStates } from '#server/modules/traders/check/link-states.ts';
import { resealStored } from '#scripts/operate/reseal-stored.ts';
import { simulateHonestRecord } from '#tests/support/record/simulated-record.ts';
import { aDataDir, createTestRecord } from '#tests/support/record/test-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const old = 'the-secret-before-this-one-of-enough-letters';
const next = 'the-secret-after-that-one-of-enough-letters';
const replacing = { secret: next, previousSecret: old };
const clock = { now: () => Date.parse('2026-03-02T12:00:00.000Z') };
const userId = randomUUID();

describe('while SECRET is being replaced', () => {
  it('a sign-in goes on, and new tokens are signed under the new one', async () => {
    const claims = { userId, sessionId: randomUUID() };
    const token = await createTokens({ secret: old, clock }).issueAccess(claims);
    const both = createTokens({ ...replacing, clock });
    expect(await both.readAccess(token)).toMatchObject(claims);
    expect(await createTokens({ secret: next, clock }).readAccess(token)).toBeNull();
    const renewed = await both.issueAccess(claims);
    expect(await createTokens({ secret: next, clock }).readAccess(renewed)).toMatchObject(claims);
    expect(await createTokens({ secret: old, clock }).readAccess(renewed)).toBeNull();
  });

  it('links in mails and referral links stay valid', () => {
    const ofOld = createUnsubscribeTokens({ secret: old }, 'recap').sign(userId);
    expect(createUnsubscribeTokens(replacing, 'recap').read(ofOld)).toBe(userId);
    expect(createUnsubscribeTokens({ secret: next }, 'recap').read(ofOld)).toBeNull();
    const ofNew = createUnsubscribeTokens(replacing, 'recap').sign(userId);
    expect(createUnsubscribeTokens({ secret: next }, 'recap').read(ofNew)).toBe(userId);

    const state = createLinkStates({ secrets: { secret: old }, clock }).sign(userId);
    expect(createLinkStates({ secrets: replacing, clock }).read(state)).toBe(userId);
    expect(createLinkStates({ secrets: { secret: next }, clock }).read(state)).toBeNull();
    const newState = createLinkStates({ secrets: replacing, clock }).sign(userId);
    expect(newState).toHaveLength(state.length);
    expect(createLinkStates({ secrets: { secret: next }, clock }).read(newState)).toBe(userId);
  });

  it('waiting mails open, and new ones are sealed under the new one', async () => {
    const content = { kind: 'welcome' } as unknown as Parameters<ReturnType<typeof createSealMail>['seal']>[0];
    const sealed = await createSealMail({ secret: old }).seal(content);
    expect(await createSealMail(replacing).open(sealed)).toEqual(content);
    expect(await createSealMail({ secret: next }).open(sealed)).toBeNull();
    expect(await createSealMail({ secret: next }).open(await createSealMail(replacing).seal(content))).toEqual(content);
  });
});

describe('npm run reseal', () => {
  let database: TestDatabase;
  let dataDir: Awaited<ReturnType<typeof aDataDir>>;
  beforeAll(async () => {
    [database, dataDir] = await Promise.all([createTestDatabase(), aDataDir()]);
  });
  afterAll(async () => {
    await database.close();
    await dataDir.remove();
  });

  it('leaves nothing under the old SECRET, and the record goes on under its own key', async () => {
    const { db } = database;
    const before = await createTestRecord({ db, dataDir: dataDir.path, secret: old });
    await simulateHonestRecord(db, { count: 10 });
    await before.get('/api/record/proof/15');
    const vkey = (await before.get('/api/record/key')).body;
    await before.app.close();
    await db.insert(users).values({ id: userId, email: 'a@kurs.example', lang: 'en', createdAt: new Date() });
    const sealed = await createSealText({ secret: old }, 'second factor').seal('of an app');
    await db.insert(totpSecrets).values({ userId, sealed, createdAt: new Date(), confirmedAt: null, lastStep: 0 });
    const foreign = await createSealText({ secret: 'another' }, 'second factor').seal('x');
    const other = randomUUID();
    await db.insert(users).values({ id: other, email: 'b@kurs.example', lang: 'en', createdAt: new Date() });
    await db.insert(totpSecrets).values({ userId: other, sealed: foreign, createdAt: new Date(), lastStep: 0 });

    const sign = async (secrets: { secret: string; previousSecret?: string }): Promise<string> =>
      (await openRecordKey({ ...secrets, db, name: 'unused', clock })).sign('x\n');
    await expect(sign({ secret: next })).rejects.toThrow('sealed under another SECRET');
    expect(await sign(replacing)).toContain('x\n');

    expect(await resealStored(db, replacing)).toEqual({ sealed: 2, unopened: 1 });
    expect(await resealStored(db, replacing)).toEqual({ sealed: 0, unopened: 1 });
    await expect(sign({ secret: old })).rejects.toThrow('sealed under another SECRET');
    const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, userId));
    expect(await createSealText({ secret: next }, 'second factor').open(row?.sealed ?? '')).toBe('of an app');

    const after = await createTestRecord({ db, dataDir: dataDir.path, secret: next });
    await simulateHonestRecord(db, { count: 5, seed: 2, from: Date.parse('2026-03-02T11:00:00.000Z') });
    expect((await after.get('/api/record/proof/25')).status).toBe(200);
    expect((await after.get('/api/record/key')).body).toBe(vkey);
    expect(after.logged.filter(({ level }) => level >= 50)).toEqual([]);
    await after.app.close();
  });
});
