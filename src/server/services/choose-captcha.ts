import type { WallClock } from '#domain/clock.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/connection.ts';
import { createAltchaCaptcha } from '../integrations/captcha/altcha-captcha.ts';
import type { Captcha } from '../integrations/captcha/captcha.ts';
import { createSpendChallenge } from '../integrations/captcha/spent-challenges.ts';
import { createTurnstileCaptcha } from '../integrations/captcha/turnstile-captcha.ts';

interface ChooseCaptchaDependencies {
  readonly config: Pick<Config, 'captcha' | 'secret'>;
  readonly db: Database;
  readonly clock: WallClock;
}

/** Origins the widget loads from, for the content security policy. */
export const captchaOrigins = ({ captcha }: Pick<Config, 'captcha'>): readonly string[] =>
  captcha.kind === 'turnstile' ? ['https://challenges.cloudflare.com'] : [];

export const chooseCaptcha = ({ config: { captcha, secret }, db, clock }: ChooseCaptchaDependencies): Captcha =>
  captcha.kind === 'turnstile'
    ? createTurnstileCaptcha(captcha)
    : createAltchaCaptcha({ secret, clock, spend: createSpendChallenge(db) });
