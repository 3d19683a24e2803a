import type { Challenge } from 'altcha-lib';
import { describe, expect, test } from 'vitest';
import { solveAltcha } from '#tests/support/browser/solve-captcha.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { startFakeTurnstile } from '#tests/support/network/fake-turnstile.ts';
import { createAltchaCaptcha } from './altcha-captcha.ts';
import { type Captcha, CaptchaUnavailable } from './captcha.ts';
import { turnstileCaptcha } from './turnstile-captcha.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

/** The contract of both checks, driven by a subject that can solve them and advance time. */
interface Subject {
  readonly captcha: Captcha;
  solve(): Promise<string>;
  advance(ms: number): void;
}

const secret = 'a secret of thirty-two characters and more';
const work = { rounds: 20, guesses: [5, 20] } as const;
const database = sharedByTests(createTestDatabase);
const turnstile = sharedByTests(() => startFakeTurnstile('their-secret'));
// The library also reads the real clock, so ours starts there.
let now = Date.now();

const subjects: Record<Captcha['kind'], () => Subject> = {
  altcha: () => {
    const clock = { now: () => now };
    const captcha = createAltchaCaptcha(database.db, clock, secret, work);
    return {
      captcha,
      solve: async () => solveAltcha((await captcha.createChallenge()) as Challenge),
      advance: (ms) => {
        now += ms;
      },
    };
  },
  turnstile: () => ({
    captcha: turnstileCaptcha({ siteKey: 'site', secret: 'their-secret', address: turnstile.address }),
    solve: async () => turnstile.issue(),
    advance: turnstile.age,
  }),
};

describe.each(['altcha', 'turnstile'] as const)('%s', (kind) => {
  const subject = () => subjects[kind]();

  test('accepts a solution once, even when it is sent many times concurrently', async () => {
    const { captcha, solve } = subject();
    const payload = await solve();
    const answers = await Promise.all(Array.from({ length: 10 }, () => captcha.isSolved(payload)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await captcha.isSolved(payload)).toBe(false);
  });

  test('accepts a solution for five minutes', async () => {
    const { captcha, solve, advance } = subject();
    const [early, late] = [await solve(), await solve()];
    advance(299_000);
    expect(await captcha.isSolved(early)).toBe(true);
    advance(1_001);
    expect(await captcha.isSolved(late)).toBe(false);
  });

  test.each(['', 'x', 'null', '{}', '0'.repeat(8_000), Buffer.from('{"challenge":null}').toString('base64')])(
    'rejects a solution that was never issued: %.20s',
    async (payload) => {
      expect(await subject().captcha.isSolved(payload)).toBe(false);
    },
  );
});

describe('turnstile outage', () => {
  test('throws CaptchaUnavailable instead of rejecting the visitor', async () => {
    const { captcha } = subjects.turnstile();
    for (const mood of ['html', 'internal-error'] as const) {
      turnstile.be(mood);
      await expect(captcha.isSolved(turnstile.issue())).rejects.toThrow(CaptchaUnavailable);
    }
    turnstile.be('answers');
    const wrong = turnstileCaptcha({ siteKey: 'site', secret: 'not-theirs', address: turnstile.address });
    await expect(wrong.isSolved(turnstile.issue())).rejects.toThrow('invalid-input-secret');
    const nowhere = turnstileCaptcha({ siteKey: 'site', secret: 'their-secret', address: 'http://127.0.0.1:9' });
    await expect(nowhere.isSolved('x')).rejects.toThrow(CaptchaUnavailable);
  });
});
