import { type Challenge, createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAltchaCaptcha } from '#server/integrations/captcha/altcha-captcha.ts';
import { CaptchaUnavailable } from '#server/integrations/captcha/captcha.ts';
import { solveAltcha } from '#tests/support/browser/solve-captcha.ts';
import { createTestAccounts, password, type TestAccounts } from '#tests/support/test-accounts.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const secret = 'a secret of thirty-two characters and more';
const clock = Date;
const work = { rounds: 20, guesses: [5, 20] } as const;
const database = sharedByTests(createTestDatabase);
let product: TestAccounts;
let captcha: ReturnType<typeof createAltchaCaptcha>;

beforeAll(async () => {
  captcha = createAltchaCaptcha(database.db, clock, secret, work);
  product = await createTestAccounts({ captcha });
});
afterAll(() => product.close());

let people = 0;
const register = (payload?: string) => {
  const email = `person-${++people}@example.com`;
  const body = { email, password, lang: 'en', ...(payload === undefined ? {} : { captcha: payload }) };
  return product.post('/api/registration', body, { remoteAddress: `192.0.2.${people}` });
};

const challenge = async () => (await captcha.createChallenge()) as Challenge;
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
const decode = (payload: string) => JSON.parse(Buffer.from(payload, 'base64').toString());

const forged: Record<string, () => Promise<string | undefined>> = {
  'none at all': async () => undefined,
  'an unsolved challenge': async () =>
    encode({ challenge: await challenge(), solution: { counter: 1, derivedKey: '00' } }),
  'a challenge signed by somebody else': async () => {
    const now = new Date(clock.now() + 60_000);
    const options = { algorithm: 'PBKDF2/SHA-256', cost: 20, counter: 7, deriveKey, expiresAt: now };
    const theirs = { hmacSignatureSecret: 'theirs', hmacKeySignatureSecret: 'theirs too' };
    return solveAltcha(await createChallenge({ ...options, ...theirs }));
  },
  'a challenge made easier': async () => {
    const { parameters, signature } = await challenge();
    return solveAltcha({
      parameters: { ...parameters, cost: 1, keyPrefix: '00' },
      ...(signature ? { signature } : {}),
    });
  },
  'no difficulty': async () => {
    const { challenge: own, solution } = decode(await solveAltcha(await challenge()));
    return encode({ challenge: { ...own, parameters: { ...own.parameters, cost: 0, keyPrefix: '' } }, solution });
  },
  'a later expiry': async () => {
    const { challenge: own, solution } = decode(await solveAltcha(await challenge()));
    const expiresAt = own.parameters.expiresAt + 3_600;
    return encode({ challenge: { ...own, parameters: { ...own.parameters, expiresAt } }, solution });
  },
  'no signature': async () => {
    const { challenge: own, solution } = decode(await solveAltcha(await challenge()));
    return encode({ challenge: { parameters: own.parameters }, solution });
  },
};

test.each(Object.keys(forged))('A44 %s opens no account', async (name) => {
  const answer = await register(await forged[name]?.());
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'captcha_failed']);
  const { rows } = await product.database.pool.query('select 1 from users where email = $1', [
    `person-${people}@example.com`,
  ]);
  expect(rows).toEqual([]);
});

test('A44 a solution opens one account, and no second one', async () => {
  const payload = await solveAltcha(await challenge());
  expect((await register(payload)).statusCode).toBe(201);
  expect((await register(payload)).json().code).toBe('captcha_failed');
});

test('A44 an outage of the partner rejects nobody as a robot, and lets nobody in', async () => {
  const away = await createTestAccounts({
    captcha: {
      kind: 'turnstile',
      siteKey: 'site',
      createChallenge: async () => null,
      isSolved: () => Promise.reject(new CaptchaUnavailable('turnstile does not answer')),
    },
  });
  const body = { email: 'visitor@example.com', password, lang: 'en', captcha: 'x' };
  const answer = await away.post('/api/registration', body);
  expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
    503,
    'captcha_unavailable',
    '10',
  ]);
  await away.close();
});
