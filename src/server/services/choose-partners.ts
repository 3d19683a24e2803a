import { hostname } from 'node:os';
import type { WallClock } from '#domain/clock.ts';
import type { LlmModelKey } from '#domain/signals/llm-model.ts';
import type { Config } from '../config.ts';
import type { LlmConfig } from '../config/llm.ts';
import type { Database } from '../database/connection.ts';
import { createAltchaCaptcha } from '../integrations/captcha/altcha-captcha.ts';
import type { Captcha } from '../integrations/captcha/captcha.ts';
import { createTurnstileCaptcha } from '../integrations/captcha/turnstile-captcha.ts';
import type { ErrorReports } from '../integrations/error-reports/error-reports.ts';
import type { Llm } from '../integrations/llm/llm.ts';
import type { MailServer } from '../integrations/mail/mail.ts';
import { createSmtpMail } from '../integrations/mail/smtp-mail.ts';
import { createHttpWitness } from '../integrations/witness/http-witness.ts';
import type { WitnessSide } from '../integrations/witness/witness.ts';
import { releaseName } from '../start/read-release.ts';

interface ChooseCaptchaDependencies {
  readonly config: Pick<Config, 'captcha' | 'secret'>;
  readonly db: Database;
  readonly clock: WallClock;
}

/** Origins the widget loads from, for the content security policy. */
export const captchaOrigins = ({ captcha }: Pick<Config, 'captcha'>): readonly string[] =>
  captcha.kind === 'turnstile' ? ['https://challenges.cloudflare.com'] : [];

export const chooseCaptcha = ({ config: { captcha, secret }, db, clock }: ChooseCaptchaDependencies): Captcha =>
  captcha.kind === 'turnstile' ? createTurnstileCaptcha(captcha) : createAltchaCaptcha({ db, secret, clock });

/** Null without a DSN; the client is imported only where one is set. */
export async function chooseErrorReports(
  { sentryDsn: dsn, role, port }: Pick<Config, 'sentryDsn' | 'role' | 'port'>,
  clock: WallClock,
): Promise<ErrorReports | null> {
  if (dsn === null) return null;
  const { createSentryReports } = await import('../integrations/error-reports/sentry-reports.ts');
  return createSentryReports({ dsn, release: releaseName(), role, instance: `${hostname()}:${port}`, clock });
}

/**
 * Null: no key is configured. The client library is loaded only when there is one: it takes 38 MB
 * and a tenth of a second.
 */
export async function chooseLlms(config: LlmConfig | null): Promise<Readonly<Record<LlmModelKey, Llm>> | null> {
  if (!config) return null;
  const { createOpenAiLlm } = await import('../integrations/llm/openai-llm.ts');
  const createLlm = ({ name, price }: LlmConfig['chatgpt4o']) =>
    createOpenAiLlm({ apiKey: config.apiKey, baseUrl: config.baseUrl, model: name, price });
  return { chatgpt_4o: createLlm(config.chatgpt4o), 'indicators_chatgpt_3.5': createLlm(config.chatgpt35) };
}

/** Null: there is no mail server, and mails are stored instead of sent. */
export function chooseMail({
  mail: { smtpUrl, from },
  publicUrl,
}: Pick<Config, 'mail' | 'publicUrl'>): MailServer | null {
  return smtpUrl === null ? null : createSmtpMail({ url: smtpUrl, from, host: new URL(publicUrl).hostname });
}

/** Those that cosign the checkpoints of the record. */
export const chooseWitnesses = ({ witnesses: { addresses, quorum } }: Pick<Config, 'witnesses'>): WitnessSide => ({
  witnesses: addresses.map((address) => createHttpWitness(address)),
  quorum,
});
