import { text } from 'node:stream/consumers';
import { beforeEach, expect, test } from 'vitest';
import { weekMs } from '#domain/time.ts';
import { openOwnData } from '#server/modules/accounts/own-data/export-own-data.ts';
import { createTestTraders, type Person, postbackKey } from '#tests/support/test-traders.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const traders = sharedByTests(() => createTestTraders({ hasPlayMoney: false }));
let id = '';
let count = 0;
beforeEach(() => {
  traders.published.length = 0;
  traders.mails.length = 0;
  // A new trader in every test, because broker answers are cached.
  id = String(7_700_000 + count++);
});

const claim = (person: Person) => person.post('/api/referral-id', { referralId: id });
const getInfo = async (person: Person) => (await person.get(`/api/trader/info/${id}`)).json();

/** The state in the referral link that this user sees. */
const getState = async (person: Person): Promise<string> => {
  const { register } = (await person.get('/api/trader/links')).json<{ register: string }>();
  return new URL(register).searchParams.get('click_id') ?? '';
};
const report = async (by: Person, state: string, key = postbackKey) =>
  (await by.get(`/api/broker/registrations?key=${key}&trader_id=${id}&click_id=${state}`)).statusCode;

test('A25: who only enters an ID gets signals, and sees none of its amounts', async () => {
  const stranger = await traders.person();
  const { user } = (await claim(stranger)).json();
  expect(user).toMatchObject({ referralId: id, balance: null, isBalanceValid: true, isBalanceHidden: true });
  expect(await getInfo(stranger)).toMatchObject({ confirmed: true, balance: null, isBalanceValid: true, isVip: false });
  expect((await stranger.get('/api/trader/check')).json()).toMatchObject({
    user: { balance: null },
    isBalanceValid: true,
  });
  expect(traders.published).toMatchObject([{ name: 'balance', data: { balance: null, isBalanceValid: true } }]);

  expect((await stranger.row()).balance).toBe(124.5);
  expect((await stranger.get('/python_api/signal/kurs_ai_v1')).statusCode).toBe(200);
  const vip = await stranger.get('/python_api/signal/vip');
  expect(vip.json()).toMatchObject({ code: 'vip_balance_required', details: { balance: null, minBalance: 1000 } });
  expect(vip.json().message).not.toContain('124');
});

test('A25: the copy of own data holds no amounts of an account that is not proven', async () => {
  const stranger = await traders.person();
  await claim(stranger);
  const { db } = traders.database;
  const copy = await text((await openOwnData(db, stranger.id, traders.time.clock.now())).file);
  const account = { brokerAccountId: id, balance: null };
  expect(JSON.parse(copy)).toMatchObject({ account, balances: [], brokerDays: [] });
  expect(copy).not.toContain('124.5');
});

test('A25: the broker’s report of an account opened through the own link proves it', async () => {
  const owner = await traders.person();
  await claim(owner);
  expect(await report(owner, await getState(owner))).toBe(204);
  expect(await getInfo(owner)).toMatchObject({ balance: 124.5, isBalanceValid: true });
  expect((await owner.get('/api/trader/check')).json().user).toMatchObject({ balance: 124.5, isBalanceHidden: false });
});

test('A25: a report without the key, with a forged state or with an expired one proves nothing', async () => {
  const thief = await traders.person();
  const other = await traders.person();
  await claim(thief);
  const state = await getState(thief);
  expect(await report(thief, state, 'a-guess')).toBe(403);
  expect(await report(thief, `${state.slice(0, -2)}AA`)).toBe(204);
  expect(await report(thief, await getState(other))).toBe(204);
  traders.time.advance(weekMs);
  expect(await report(thief, state)).toBe(204);
  expect((await thief.row()).referralProof).toBeNull();
});

test('A25: the proven owner gets the ID back, and who had entered it is notified', async () => {
  const thief = await traders.person();
  const owner = await traders.person();
  await claim(thief);
  expect((await claim(owner)).json().code).toBe('trader_taken');
  await report(owner, await getState(owner));
  expect((await claim(owner)).json().user).toMatchObject({ referralId: id, balance: 124.5 });
  expect(await thief.row()).toMatchObject({ referralId: null, balance: null });
  expect(traders.mails).toMatchObject([{ kind: 'id_reclaimed', userId: thief.id, traderId: id }]);
});

test('A25: a proven claim yields to nobody', async () => {
  const owner = await traders.person();
  const other = await traders.person();
  await claim(owner);
  await report(owner, await getState(owner));
  await report(other, await getState(other));
  expect((await claim(other)).json().code).toBe('trader_taken');
  expect((await owner.row()).referralId).toBe(id);
});
