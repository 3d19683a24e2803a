import { useIsFetching } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { renderHook } from 'vitest-browser-react';

import { TraderCheck } from '#contract/traders.ts';
import { aUser } from '#tests/support/browser/fake-accounts.ts';
import { Page } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { eventHub } from '#web/api/event-hub.ts';
import { traderCheckKey, useAccess } from './use-access.ts';

afterEach(() => vi.restoreAllMocks());

const answer = (balance: number): Response =>
  Response.json(
    TraderCheck.parse({
      check: null,
      user: aUser({ balance }),
      isBalanceValid: balance >= 10,
      isVip: false,
      isSelfExcluded: false,
      minBalance: 10,
      vipBalance: 1000,
      balanceHoldsMs: 86_400_000,
    }),
  );

test('a balance event that comes before the answer agrees with it: what it asked for never replaces the answer', async () => {
  const send = vi.spyOn(eventHub, 'on');
  const reads = [Promise.withResolvers<Response>(), Promise.withResolvers<Response>()];
  const check = Promise.withResolvers<Response>();
  let asked = 0;
  const requests = stubServer({
    'GET /api/trader/check': () => reads[asked++]?.promise ?? Promise.reject(new Error('asked too often')),
    'POST /api/trader/check': () => check.promise,
  });
  const shown: (number | null)[] = [];
  const { result, act } = await renderHook(
    () => {
      const access = useAccess(aUser({ balance: 5 }));
      const balance = access.known?.user.balance;
      if (balance !== undefined && balance !== shown.at(-1)) shown.push(balance);
      return { ...access, reading: useIsFetching({ queryKey: traderCheckKey }) };
    },
    { wrapper: Page },
  );
  const sendBalance = (): void => {
    for (const [name, handler] of send.mock.calls) if (name === 'balance') handler({} as never);
  };
  reads[0]?.resolve(answer(5));
  await expect.poll(() => shown).toEqual([5]);

  await act(() => result.current.check());
  await act(sendBalance);
  await expect.poll(() => requests).toHaveLength(3);
  check.resolve(answer(50));
  await expect.poll(() => shown).toEqual([5, 50]);
  reads[1]?.resolve(answer(5));
  await expect.poll(() => result.current.reading).toBe(0);
  expect(shown).toEqual([5, 50]);
});
