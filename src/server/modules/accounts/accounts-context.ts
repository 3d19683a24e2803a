import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Captcha } from '#server/integrations/captcha/captcha.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { newSessionCache } from './sessions/session-cache.ts';
import { newTokens } from './sessions/tokens.ts';
import { newPasswords, type Passwords } from './sign-in/passwords.ts';

interface Given extends Platform {
  readonly captcha: Captcha;
  readonly mail: MailApi;
  /** Delays a response: in real time, or not at all in a test. */
  readonly pause?: (ms: number) => Promise<void>;
  readonly passwords?: Passwords;
}

export const openAccounts = (given: Given) => ({
  ...given,
  pause: given.pause ?? wait,
  passwords: given.passwords ?? newPasswords(),
  tokens: newTokens(given.config.secret),
  sessionCache: newSessionCache(given),
  /** The last attempt in each line of those that wait for pending ones. */
  attemptLines: new Map<string, Promise<void>>(),
  /** Work left from answered requests. */
  afterAnswer: new Set<Promise<void>>(),
});
export type AccountsContext = ReturnType<typeof openAccounts>;

/** A call that follows at once is as likely to be delayed by the work as any other. */
const withinMs = 500;

/**
 * Runs work some time after the response, so that neither its time nor that of the next one
 * reveals anything about it.
 */
export function runAfterAnswer(
  { afterAnswer, pause, log }: AccountsContext,
  what: string,
  job: () => Promise<void>,
): void {
  const perform = async (): Promise<void> => {
    try {
      await pause(randomInt(withinMs));
      await job();
    } catch (err) {
      log.error({ err, what }, 'task after a response failed');
    }
  };
  const done: Promise<void> = perform().finally(() => void afterAnswer.delete(done));
  afterAnswer.add(done);
}

/** Resolves when no work is left from answered requests. */
export async function untilIdle({ afterAnswer }: AccountsContext): Promise<void> {
  while (afterAnswer.size > 0) await Promise.all(afterAnswer);
}
