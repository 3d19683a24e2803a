import { oneOf, text } from './formats.ts';
import { type ConfigIssue, findMissing, type Given, secret, setting, type ValuesOf, withDefault } from './setting.ts';

/** `.env.example`: The robot check. */
export const captchaSettings = {
  CAPTCHA: withDefault(
    oneOf(['altcha', 'turnstile']),
    'altcha',
    'altcha (self-hosted proof of work) or turnstile (Cloudflare; needs both keys)',
  ),
  TURNSTILE_SITE_KEY: setting(text('the site key', /^[\w.-]{1,100}$/).optional(), 'site-key'),
  TURNSTILE_SECRET: secret(text('the secret key', /^[\w.-]{1,200}$/), 'secret-key'),
};

export function toCaptchaConfig(values: ValuesOf<typeof captchaSettings>) {
  if (values.CAPTCHA === 'altcha') return { kind: 'altcha' as const };
  return {
    kind: 'turnstile' as const,
    siteKey: values.TURNSTILE_SITE_KEY ?? '',
    secret: values.TURNSTILE_SECRET ?? '',
  };
}

/** Variables that Turnstile needs and that are missing. */
export const findCaptchaIssues = (given: Given): ConfigIssue[] =>
  given.CAPTCHA === 'turnstile'
    ? findMissing(given, ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET'], 'needed with CAPTCHA=turnstile')
    : [];
