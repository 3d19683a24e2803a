import { expect, test } from 'vitest';
import { usualPayout } from '#domain/signals/stake-rule.ts';
import { parseConfig } from '#server/config.ts';
import { sandboxEnv } from '#server/services/choose-broker.ts';

test('the training broker pays the payout that the product assumes, by default and as configured', () => {
  const getSecret = () => 'a secret of this test, long enough for anybody';
  const [config, changed] = [parseConfig({}, getSecret), parseConfig({ PAYOUT: '0.9' }, getSecret)];
  expect(config.payout).toBe(usualPayout);
  expect([config, changed].map((one) => sandboxEnv(one, 'partner', 'token').PAYOUT)).toEqual(['0.82', '0.9']);
});
