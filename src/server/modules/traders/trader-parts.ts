import { hourMs, dayMs, type WallClock } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { BrokerSide } from '#server/integrations/broker/broker.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createSaveAnswer } from './check/save-answer.ts';
import { createTraderChecks } from './check/trader-checks.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';

export interface TradersDependencies {
  readonly config: Pick<Config, 'access' | 'secret'>;
  readonly platform: Pick<Platform, 'db' | 'clock' | 'scheduler' | 'attempts' | 'enqueueUserEvents' | 'log'> & {
    readonly jobs: Pick<Jobs, 'send' | 'work'>;
  };
  readonly brokerSide: Omit<BrokerSide, 'seedTraders'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'toUserDto' | 'findUser' | 'invalidateUser'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
}

/** Broker queries of a user: enough for normal use, too few to probe other traders' ids. */
const checkLimit = { max: 10, windowMs: hourMs };

export type TraderParts = ReturnType<typeof createTraderParts>;

/** What the use cases of traders are composed of: each takes from it what it needs. */
export function createTraderParts({ config, platform, brokerSide, accounts, mail }: TradersDependencies) {
  const { db, clock, log, jobs, attempts, enqueueUserEvents } = platform;
  const { broker } = brokerSide;
  const { invalidateUser } = accounts;
  const rules = config.access;
  return {
    db,
    clock,
    log,
    broker,
    rules,
    invalidateUser,
    queueMail: mail.queueMail,
    saveAnswer: createSaveAnswer({ db, enqueueUserEvents, invalidateUser, rules }),
    checks: createTraderChecks({ jobs, clock }),
    countCheck: (userId: string): Promise<void> => attempts.take('trader-check', userId, checkLimit),
    linkStates: createLinkStates({ secret: config.secret, clock }),
  };
}

const validForMs = 7 * dayMs;
const signatureBytes = 16;

/**
 * The click id of a user's referral link: whose link it was, signed and valid for a week, in the 48
 * characters that a partner's tracking accepts.
 */
function createLinkStates({ secret, clock }: { secret: string; clock: WallClock }) {
  const key = createHmac('sha256', secret).update('referral link').digest();
  const computeSignature = (content: Buffer): Buffer =>
    createHmac('sha256', key).update(content).digest().subarray(0, signatureBytes);

  return {
    sign: (userId: string): string => {
      const content = Buffer.alloc(20);
      content.write(userId.replaceAll('-', ''), 'hex');
      content.writeUInt32BE(Math.floor((clock.now() + validForMs) / 1000), 16);
      return Buffer.concat([content, computeSignature(content)]).toString('base64url');
    },
    /** Null: not signed by us, or expired. */
    read: (state: string): string | null => {
      const bytes = Buffer.from(state, 'base64url');
      if (bytes.length !== 20 + signatureBytes) return null;
      const content = bytes.subarray(0, 20);
      if (!timingSafeEqual(bytes.subarray(20), computeSignature(content))) return null;
      if (content.readUInt32BE(16) * 1000 <= clock.now()) return null;
      return content.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
  };
}
