import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { invalidateUser } from '#server/modules/accounts/sessions/sessions.ts';
import { ownDataEndpoints } from '#contract/own-data.ts';
import { storedTables } from '#server/database/stored-tables.ts';
import { contestEntries, contestWinners } from '#server/database/tables/contest-tables.ts';
import { reviews } from '#server/database/tables/review-tables.ts';
import { outcomes, signals, users } from '#server/database/schema.ts';
import { auditLog } from '#server/database/tables/audit-tables.ts';
import { traderDays } from '#server/database/tables/trader-tables.ts';
import { fillAccount } from '#tests/support/a-full-account.ts';
import { createTestAccounts, password, register, type Registered } from '#tests/support/test-accounts.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const adminEmail = 'admin@kurs.example';
const proven = { isActivated: true, passwordProvenAt: new Date(0) };
const product = sharedByTests(() => createTestAccounts({ adminEmails: [adminEmail] }));
let me: Registered;

beforeEach(async () => {
  me = await register(product);
});

const db = () => product.database.db;
const mine = () => ({ token: me.accessToken });
const exported = () => product.get('/api/user/export', mine());
const remove = (body: object = { password }) => product.post('/api/user/delete', body, mine());
const row = async (id = me.id) => (await db().select().from(users).where(eq(users.id, id)))[0];

/**
 * The text of all rows of all tables except the record of prices: every place where personal data
 * could remain.
 */
async function allStoredData(): Promise<string> {
  const { rows } = await db().execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const texts = await Promise.all(
    rows.map(({ name }) => db().execute(sql`select t::text as text from ${sql.identifier(name)} t`)),
  );
  return JSON.stringify(texts.map((table) => table.rows));
}

const sections = storedTables.flatMap(({ own }) => own?.section ?? []);

describe('GET /api/user/export', () => {
  it('returns every row about the user as a file, without any credential', async () => {
    const { traces } = await fillAccount(db(), me.id);
    await db()
      .insert(auditLog)
      .values({ at: new Date(0), actorId: me.id, action: 'user.block', targetId: 'x' });
    const answer = await exported();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-disposition': 'attachment; filename="kurs-data-2026-03-02.json"',
      'cache-control': 'no-store',
    });
    const data = ownDataEndpoints['GET /api/user/export'].answer.parse(answer.json());
    expect(data.account).toMatchObject({ email: me.email, brokerAccountId: traces.trader, balance: 124.5 });
    for (const section of sections) expect([section, data[section]?.length ?? 0]).not.toEqual([section, 0]);
    expect(data.audit).toMatchObject([{ action: 'user.block', isOwn: true }]);
    expect(Buffer.from(String(data.contestScreenshots?.[0]?.image), 'base64').toString()).toBe('a screenshot');
    const { passwordHash } = (await row()) ?? {};
    for (const secret of [passwordHash, 'tokenHash', 'sealed', me.refreshToken])
      expect(answer.body).not.toContain(secret);
  });

  it('rejects a visitor, and is rate-limited', async () => {
    expect((await product.get('/api/user/export')).statusCode).toBe(401);
    for (let times = 0; times < 5; times++) expect((await exported()).statusCode).toBe(200);
    const sixth = await exported();
    expect([sixth.statusCode, sixth.json().code]).toEqual([429, 'rate_limited']);
    expect(Number(sixth.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('the closed tours of the tutorial', () => {
  const call = (method: 'GET' | 'PUT', payload?: object) =>
    product.app.inject({
      method,
      url: '/api/user/tours',
      headers: { authorization: `Bearer ${me.accessToken}` },
      ...(payload && { payload }),
    });

  it('are saved with the account, each once', async () => {
    expect((await call('GET')).json()).toEqual({ closed: [] });
    expect((await call('PUT', { closed: ['main', 'explain', 'main'] })).statusCode).toBe(200);
    expect((await call('GET')).json()).toEqual({ closed: ['main', 'explain'] });
    await call('PUT', { closed: [] });
    expect((await call('GET')).json()).toEqual({ closed: [] });
  });
});

describe('PUT /api/user/language', () => {
  const choose = (body: object, call: object = mine()) =>
    product.app.inject({
      method: 'PUT',
      url: '/api/user/language',
      headers: { authorization: `Bearer ${me.accessToken}` },
      payload: body,
      ...call,
    });

  it('saves the language with the account, and the next mail is written in it', async () => {
    const answer = await choose({ lang: 'ru' });
    expect([answer.statusCode, answer.json().user.lang]).toEqual([200, 'ru']);
    expect((await row())?.lang).toBe('ru');
    await remove();
    expect(product.mails.at(-1)).toMatchObject({ kind: 'account_deleted', lang: 'ru' });
  });

  it('rejects a visitor and an unknown language', async () => {
    expect((await choose({ lang: 'de' })).statusCode).toBe(400);
    expect((await choose({ lang: 'ru' }, { headers: {} })).statusCode).toBe(401);
    expect((await row())?.lang).toBe('en');
  });
});

describe('POST /api/user/delete', () => {
  it('leaves no personal data in any table, and sends one last mail', async () => {
    const { traces } = await fillAccount(db(), me.id);
    product.mails.length = 0;
    const answer = await remove();
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
    expect(answer.cookies).toMatchObject([{ name: 'refresh', value: '' }]);
    const saved = await allStoredData();
    for (const trace of [me.email, ...Object.values(traces)]) expect(saved).not.toContain(trace);
    expect(product.mails).toEqual([
      { userId: me.id, to: me.email, lang: 'en', kind: 'account_deleted', at: expect.stringMatching(/^2026-03-02/) },
    ]);
  });

  it('ends every login session at once: their calls, refreshes and sign-ins are rejected', async () => {
    await remove();
    expect((await exported()).statusCode).toBe(401);
    expect((await product.get('/api/refresh', { cookie: me.refreshToken })).statusCode).toBe(401);
    const again = await product.post('/api/login', { email: me.email, password });
    expect([again.statusCode, again.json().code]).toEqual([401, 'invalid_credentials']);
    expect((await remove()).statusCode).toBe(401);
  });

  it('frees the address and the broker ID: a new account may use both, and finds nothing of the old one', async () => {
    const { traces } = await fillAccount(db(), me.id);
    await remove();
    me = await register(product, { email: me.email });
    await db().update(users).set({ referralId: traces.trader }).where(eq(users.id, me.id));
    const data = ownDataEndpoints['GET /api/user/export'].answer.parse((await exported()).json());
    expect([data.signals, data.reviews, data.brokerDays, data.contestEntries]).toEqual([[], [], [], []]);
  });

  it('preserves signals with their outcomes, revenue and a drawn prize, without their user', async () => {
    const { signalId } = await fillAccount(db(), me.id);
    await remove();
    expect(await row()).toMatchObject({ email: `${me.id}@deleted.invalid`, isBlocked: true, campaign: 'spring' });
    expect(await db().$count(outcomes, eq(outcomes.signalId, signalId))).toBe(1);
    expect(await db().select().from(signals).where(eq(signals.id, signalId))).toMatchObject([{ result: 'successful' }]);
    expect(await db().$count(reviews, eq(reviews.userId, me.id))).toBe(0);
    const days = await db().select().from(traderDays).where(eq(traderDays.userId, me.id));
    expect(days).toMatchObject([{ traderId: `deleted-${me.id}`, netTurnover: 500, commission: 9 }]);
    expect(await db().$count(contestEntries, eq(contestEntries.userId, me.id))).toBe(0);
    expect(await db().$count(contestWinners, eq(contestWinners.userId, me.id))).toBe(1);
  });

  it('is audited without identifying the account', async () => {
    await remove();
    const entries = await db().select().from(auditLog).where(eq(auditLog.targetId, me.id));
    expect(entries).toMatchObject([
      { actorId: me.id, action: 'user.delete', reason: null, before: null, after: null, hash: expect.anything() },
    ]);
  });

  it('rejects a wrong password, allows five attempts per hour, and changes nothing', async () => {
    const before = await row();
    for (let times = 0; times < 5; times++) {
      const answer = await remove({ password: 'Wrong-password-1' });
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'wrong_password']);
    }
    expect((await remove()).statusCode).toBe(429);
    expect(await row()).toEqual(before);
    expect(product.mails.filter(({ kind, to }) => kind === 'account_deleted' && to === me.email)).toEqual([]);
  });

  it('rejects the only administrator until there is another one', async () => {
    me = await register(product, { email: adminEmail });
    await db().update(users).set(proven).where(eq(users.id, me.id));
    invalidateUser(product.accounts, me.id);
    const refused = await remove();
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'last_administrator']);
    expect((await row())?.deletedAt).toBeNull();
    const other = await register(product);
    await db()
      .update(users)
      .set({ ...proven, role: 'admin' })
      .where(eq(users.id, other.id));
    expect((await remove()).statusCode).toBe(204);
  });
});
