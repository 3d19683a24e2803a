import { z } from 'zod';
import { type Captcha, CaptchaUnavailable } from './captcha.ts';

/** `{"success":true,"challenge_ts":"…","hostname":"…","error-codes":[]}` (developers.cloudflare.com/turnstile, siteverify). */
const Verdict = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) });

/** Configuration and service errors: they do not count against the visitor. */
const operatorErrors = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error'];

const siteverify = 'https://challenges.cloudflare.com/turnstile/v0/siteverify';
const timeoutMs = 5_000;
/** Longer than any Turnstile token. */
const maxToken = 2_048;

interface Options {
  readonly siteKey: string;
  readonly secret: string;
  /** Overrides Cloudflare's address: a fake server in tests. */
  readonly address?: string;
}

/**
 * Cloudflare Turnstile: its script solves, its service verifies. A token counts once, for five
 * minutes.
 */
export const turnstileCaptcha = ({ siteKey, secret, address = siteverify }: Options): Captcha => ({
  kind: 'turnstile',
  siteKey,
  createChallenge: async () => null,
  isSolved: async (payload) => {
    if (payload.length > maxToken) return false;
    const response = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: payload }),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    }).catch((cause: unknown) => {
      throw new CaptchaUnavailable('turnstile does not answer', { cause });
    });
    // Rejections have a body too.
    const verdict = Verdict.safeParse(await response.json().catch(() => null));
    if (!verdict.success)
      throw new CaptchaUnavailable(`turnstile answered ${response.status} with something unreadable`);
    const error = verdict.data['error-codes'].find((code) => operatorErrors.includes(code));
    if (error) throw new CaptchaUnavailable(`turnstile refused the question: ${error}`);
    return verdict.data.success;
  },
});
