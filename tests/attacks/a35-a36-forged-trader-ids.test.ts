import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeServer, listenLocally } from '#tests/support/network/local-server.ts';
import { createTestTraders, type Person } from '#tests/support/test-traders.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);
let person: Person;
/** A server that no call may reach. */
let listener: Server;
let url: string;
const seen: string[] = [];
beforeAll(async () => {
  person = await test.person();
  listener = createServer((request, response) => {
    seen.push(request.url ?? '');
    response.end('{}');
  });
  url = `http://127.0.0.1:${await listenLocally(listener)}`;
});
afterAll(() => closeServer(listener));

const forged: readonly (readonly [string, string])[] = [
  ['inner spaces', '77 31'],
  ['only spaces', '   '],
  ['Arabic digits', '٧٧٣١٤٠٢'],
  ['full-width digits', '７７３１４０２'],
  ['100,000 digits', '7'.repeat(60_000)],
  ['21 digits', '7'.repeat(21)],
  ['a path traversal', '../../admin'],
  ['an encoded path traversal', '%2e%2e%2f7731402'],
  ['an address', 'http://127.0.0.1:9/'],
  ['another parameter', '7731402?x=1'],
  ['a fragment', '7731402#x'],
  ['a line break', '7731402\r\nX-Evil: 1'],
  ['a null byte', '7731402\u0000'],
  ['a minus sign', '-1'],
  ['exponent notation', '1e5'],
  ['a quote', "1' or '1'='1"],
];

it.each(forged)('A35: %s as an id to confirm: 400, and the broker gets no request', async (_title, referralId) => {
  const answer = await person.post('/api/referral-id', { referralId });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
  expect(answer.json().details).toMatchObject([{ field: 'referralId' }]);
  await expectNothingHappened();
});

it.each(forged.filter(([, id]) => id.length < 100))(
  'A35: %s in the address: rejected, and the broker gets no request',
  async (_title, id) => {
    const answer = await person.get(`/api/trader/info/${encodeURIComponent(id)}`);
    expect([400, 404]).toContain(answer.statusCode);
    expect(['validation_failed', 'not_found']).toContain(answer.json().code);
    await expectNothingHappened();
  },
);

it.each([7731402, null, true, ['7731402'], { id: '7731402' }])(
  'A35: %j instead of a string: 400',
  async (referralId) => {
    const answer = await person.post('/api/referral-id', { referralId });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
    await expectNothingHappened();
  },
);

async function expectNothingHappened(): Promise<void> {
  expect(test.fake.requested).toEqual([]);
  expect(await person.row()).toMatchObject({ referralId: null, balance: null });
}

it('A36: headers that name another host have no effect', async () => {
  const trader = await test.person({ referralId: '7000001' });
  const host = url.slice(7);
  const answer = await trader.get('/api/trader/info/7000001', { 'x-forwarded-host': host, referer: url, origin: url });
  expect(answer.statusCode).toBe(200);
  expect(seen).toEqual([]);
});

it('A36: a redirect from the broker to another host is not followed', async () => {
  Object.assign(test.fake, { mode: 'redirect elsewhere', elsewhere: url });
  const trader = await test.person();
  const answer = await trader.post('/api/referral-id', { referralId: '7000002' });
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'broker_unavailable']);
  expect(seen).toEqual([]);
  expect((await trader.row()).referralId).toBeNull();
});

it('A36: URLs in the broker’s answer are not requested', async () => {
  test.fake.mode = 'normal';
  test.fake.change = { link: url, country: url, reg_date: url };
  const trader = await test.person();
  expect((await trader.post('/api/referral-id', { referralId: '7000003' })).statusCode).toBe(200);
  expect(seen).toEqual([]);
});
