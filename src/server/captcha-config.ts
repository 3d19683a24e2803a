import type { ConfigIssue, Environment } from './environment.ts';

export type CaptchaConfig =
  | { readonly kind: 'altcha' }
  | { readonly kind: 'turnstile'; readonly siteKey: string; readonly secret: string };

export function captchaOf(env: Environment): CaptchaConfig {
  if (env.CAPTCHA === 'altcha') return { kind: 'altcha' };
  return { kind: 'turnstile', siteKey: env.TURNSTILE_SITE_KEY ?? '', secret: env.TURNSTILE_SECRET ?? '' };
}

/** Variables that Turnstile needs and that are missing. */
export const captchaIssues = (given: Readonly<Record<string, string>>): ConfigIssue[] =>
  given.CAPTCHA === 'turnstile'
    ? ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET']
        .filter((name) => !given[name])
        .map((name) => ({ name, value: null, allowed: 'needed with CAPTCHA=turnstile' }))
    : [];
