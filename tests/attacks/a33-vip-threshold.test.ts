import { expect, it } from 'vitest';
import { createTestTraders } from '#tests/support/test-traders.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const test = sharedByTests(createTestTraders);

it.each([
  ['1000.00', '7000001', 403],
  ['1000.01', '7000002', 200],
] as const)(
  'A33: checks the threshold of the VIP Indicator for a balance of %s',
  async (balance, referralId, status) => {
    test.fake.change = { balance, sum_bonuses: 0 };
    const person = await test.person();
    await person.post('/api/referral-id', { referralId });
    const answer = await person.get('/python_api/signal/vip');
    expect(answer.statusCode).toBe(status);
    if (status === 403)
      expect(answer.json()).toMatchObject({
        code: 'vip_balance_required',
        message: 'To use this indicator, your balance must be over $1000. Your current balance is $1000.',
        details: { balance: 1000, minBalance: 1000 },
      });
    expect(test.issuedTo.includes(person.id)).toBe(status === 200);
    expect((await person.get(`/api/trader/info/${referralId}`)).json().isVip).toBe(status === 200);
    expect((await person.row()).balance).toBe(Number(balance));
  },
);

it('A33: the errors state the amount that is needed and the balance, with cents when not zero', async () => {
  test.fake.change = { balance: '999.50', sum_bonuses: 0 };
  const person = await test.person();
  await person.post('/api/referral-id', { referralId: '7000004' });
  expect((await person.get('/python_api/signal/vip')).json().message).toBe(
    'To use this indicator, your balance must be over $1000. Your current balance is $999.50.',
  );
  test.fake.change = { balance: '9.99', sum_bonuses: 0 };
  const poor = await test.person();
  await poor.post('/api/referral-id', { referralId: '7000005' });
  expect((await poor.get('/python_api/signal')).json().message).toBe(
    'Oops! Insufficient funds on the account for signals. The minimum trading amount is $10. Top up your balance',
  );
});

it('A33: a bonus raises no balance above the threshold', async () => {
  test.fake.change = { balance: '1500', sum_bonuses: '500' };
  const person = await test.person();
  await person.post('/api/referral-id', { referralId: '7000003' });
  expect((await person.get('/python_api/signal/vip')).json()).toMatchObject({ code: 'vip_balance_required' });
  expect((await person.row()).balance).toBe(1000);
});
