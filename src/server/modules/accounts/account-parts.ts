import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '#server/config.ts';
import { type Captcha, CaptchaUnavailable } from '#server/integrations/captcha/captcha.ts';
import type { MailApi, QueueMail } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { type AccountsApiConfig, createAccountsApi } from './create-accounts-api.ts';
import { createSessions } from './sessions/sessions.ts';
import { createWhoCalls } from './sessions/signed-in.ts';
import { createTokens } from './sessions/tokens.ts';
import { createCreateLink, createMailLink } from './sign-in/mail-links.ts';
import { createPasswords, type Passwords } from './sign-in/passwords.ts';
import { createPendingAttempts } from './sign-in/pending-attempts.ts';
import { apiError } from '#server/http/api-error.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { accountLimits } from './account-limits.ts';
import { type UserRow, findUserByEmail, insertUserIfAbsent, lockUser } from './accounts.repository.ts';
import { createHmac, randomUUID, timingSafeEqual, randomInt } from 'node:crypto';
import { hourMs } from '#domain/time.ts';

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
    if ((await attempts.add('existing-notified', id, windowMs)) > max) return;
    const mail = { userId: id, to: email, lang };
    await inTransaction(db, ({ tx }) => queueMail(tx, { ...mail, kind: 'account_exists' }));
  };

const lifetimeMs = 24 * hourMs;

interface AdminLinksDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly secret: string;
  readonly publicUrl: string;
  /** Lower case. */
  readonly adminEmails: readonly string[];
}

/**
 * Links that a start prints for the addresses of ADMIN_EMAILS, to set their passwords without a
 * mail. Derived from SECRET and stored nowhere: what ends one is a proven password of its address.
 */
function createAdminLinks({ db, clock, secret, publicUrl, adminEmails }: AdminLinksDependencies) {
  const key = createHmac('sha256', secret).update('administrator link').digest();
  const getSecret = (email: string, expiresAt: string): string =>
    `${expiresAt}-${createHmac('sha256', key).update(`${expiresAt} ${email}`).digest('base64url')}`;
  const isOpen = async (email: string): Promise<boolean> => !isProven(await findUserByEmail(db, email));

  return {
    /** One for each address without a proven password. */
    list: async (): Promise<readonly { readonly email: string; readonly link: string }[]> => {
      const expiresAt = (clock.now() + lifetimeMs).toString(36);
      const open = await Promise.all(adminEmails.map(isOpen));
      return adminEmails
        .filter((_, index) => open[index])
        .map((email) => ({ email, link: `${publicUrl}/uk/reset-password#link=${getSecret(email, expiresAt)}` }));
    },
    /** The address that the secret of a link is for; null: not such a link, or no longer valid. */
    findEmail: async (given: string): Promise<string | null> => {
      const expiresAt = /^([\da-z]{1,11})-/.exec(given)?.[1];
      if (expiresAt === undefined || Number.parseInt(expiresAt, 36) <= clock.now()) return null;
      const email = adminEmails.find((one) => isSame(getSecret(one, expiresAt), given));
      return email !== undefined && (await isOpen(email)) ? email : null;
    },
    /** The account of the address, locked, or a new one; null: its password was set meanwhile. */
    openAccount: async (tx: Transaction, email: string): Promise<UserRow | null> => {
      const created = { id: randomUUID(), email, lang: 'uk' as const, createdAt: new Date(clock.now()) };
      await insertUserIfAbsent(tx, created);
      const found = await findUserByEmail(tx, email);
      const user = found && (await lockUser(tx, found.id));
      return user && user.email === found.email && !isProven(user) ? user : null;
    },
  };
}

const isProven = (user: UserRow | undefined): boolean => user !== undefined && user.passwordProvenAt !== null;

const isSame = (one: string, other: string): boolean => {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
};

interface AfterAnswerDependencies {
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** In real time, or not at all in a test. */
  readonly pause: (ms: number) => Promise<void>;
}

/** A call that follows at once is as likely to be delayed by the work as any other. */
const withinMs = 500;

/**
 * Work that runs some time after the response, so that neither its time nor that of the next one
 * reveals anything about it.
 */
function createAfterAnswer({ log, pause }: AfterAnswerDependencies) {
  const running = new Set<Promise<void>>();
  const perform = async (what: string, job: () => Promise<void>): Promise<void> => {
    try {
      await pause(randomInt(withinMs));
      await job();
    } catch (err) {
      log.error({ err, what }, 'task after a response failed');
    }
  };
  const removeDone = async (done: Promise<void>): Promise<void> => {
    await done;
    running.delete(done);
  };
  return {
    run: (what: string, job: () => Promise<void>): void => {
      const done = perform(what, job);
      running.add(done);
      void removeDone(done);
    },
    /** Resolves when no work is left. */
    idle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
