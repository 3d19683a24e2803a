import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestTraders, type Person, type TestTraders } from '#tests/support/test-traders.ts';

let test: TestTraders;
let person: Person;
beforeAll(async () => {
  test = await createTestTraders();
  person = await test.person();
});
afterAll(() => test.close());

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
