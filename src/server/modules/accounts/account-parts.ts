import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config.ts';
import { type Captcha, CaptchaUnavailable } from '#server/integrations/captcha/captcha.ts';
import type { MailApi, QueueMail } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createAdminLinks } from './administration/admin-links.ts';
import { createAfterAnswer } from './after-answer.ts';
import { type AccountsApiConfig, createAccountsApi } from './create-accounts-api.ts';
import { createSessions } from './sessions/sessions.ts';
import { createWhoCalls } from './sessions/signed-in.ts';
import { createTokens } from './sessions/tokens.ts';
import { createCreateLink, createMailLink } from './sign-in/mail-links.ts';
import { createPasswords, type Passwords } from './sign-in/passwords.ts';
import { createPendingAttempts } from './sign-in/pending-attempts.ts';
import { apiError } from '#server/http/api-error.ts';
import { inTransaction } from '#server/database/connection.ts';
import { accountLimits } from './account-limits.ts';
import type { UserRow } from './accounts.repository.ts';

export interface AccountsDependencies {
  readonly config: AccountsApiConfig & Pick<Config, 'publicUrl' | 'secret'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'bus' | 'attempts'> & {
    readonly log: Pick<FastifyBaseLogger, 'error'>;
  };
  readonly captcha: Captcha;
  readonly mail: Pick<MailApi, 'queueMail' | 'findNewestMail' | 'hasMailbox'>;
  /** Delays a response: in real time, or not at all in a test. */
  readonly pause?: (ms: number) => Promise<void>;
  readonly passwords?: Passwords;
}

export type AccountParts = ReturnType<typeof createAccountParts>;

/** What the use cases of accounts are composed of: each takes from it what it needs. */
export function createAccountParts({
  config,
  platform,
  captcha,
  mail,
  pause = wait,
  passwords = createPasswords(),
}: AccountsDependencies) {
  const { db, clock, bus, attempts, log } = platform;
  const { secret, publicUrl, adminEmails } = config;
  const { queueMail } = mail;
  const tokens = createTokens({ clock, secret });
  const sessions = createSessions({ db, tokens, clock, queueMail, bus });
  const whoCalls = createWhoCalls(sessions);
  const api = createAccountsApi({ db, config, sessions, whoCalls });
  const createLink = createCreateLink({ clock });
  return {
    db,
    clock,
    attempts,
    queueMail,
    pause,
    publicUrl,
    adminEmails,
    captcha,
    passwords,
    sessions,
    /** Also a login session that waits for its second factor. */
    whoCalls,
    api,
    toUserDto: api.toUserDto,
    requireSolved: createRequireSolved(captcha),
    createLink,
    mailLink: createMailLink({ publicUrl, createLink, queueMail }),
    notifyOwner: createNotifyOwner({ db, attempts, queueMail }),
    afterAnswer: createAfterAnswer({ log, pause }),
    pendingAttempts: createPendingAttempts({ attempts, clock, pause }),
    adminLinks: createAdminLinks({ db, clock, secret, publicUrl, adminEmails }),
  };
}

const retryAfterS = 10;

export const robotCheckErrors = ['captcha_failed', 'captcha_unavailable'] as const;

/** Throws captcha_failed unless this is a solved robot check; a solution can be used only once. */
export type RequireSolved = (payload: string | undefined) => Promise<void>;

const createRequireSolved =
  (captcha: Captcha): RequireSolved =>
  async (payload) => {
    if (payload === undefined || !(await captcha.isSolved(payload).catch(toUnavailable)))
      throw apiError('captcha_failed');
  };

/** An outage of the partner does not count against the visitor. */
function toUnavailable(error: unknown): never {
  throw error instanceof CaptchaUnavailable ? apiError('captcha_unavailable', { retryAfterS, cause: error }) : error;
}

/** Notifies the owner of an address that someone tried to register it, max once an hour. */
type NotifyOwner = (owner: UserRow) => Promise<void>;

interface NotifyOwnerDependencies extends Pick<Platform, 'db' | 'attempts'> {
  readonly queueMail: QueueMail;
}

const createNotifyOwner =
  ({ db, attempts, queueMail }: NotifyOwnerDependencies): NotifyOwner =>
  async ({ id, email, lang }) => {
    const { max, windowMs } = accountLimits.existingAccountMail;
    if ((await attempts.add('existing-told', id, windowMs)) > max) return;
    const mail = { userId: id, to: email, lang };
    await inTransaction(db, ({ tx }) => queueMail(tx, { ...mail, kind: 'account_exists' }));
  };
