import type { Config } from '#server/config.ts';
import type { Beacon } from '#server/integrations/beacon/beacon.ts';
import type { TradeList } from '#server/integrations/broker/broker.ts';
import type { AccountsApi, User } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createAwardPrizes } from './draw/award-prizes.ts';
import { createCurrentContest } from './current-contest.ts';
import { createSyncEach, createSyncTrades } from './sync-trades.ts';

export interface ContestDependencies {
  readonly config: Pick<Config, 'contest' | 'publicUrl'>;
  readonly platform: Pick<Platform, 'db' | 'leaderDb' | 'clock' | 'scheduler' | 'attempts' | 'log'>;
  readonly accounts: Pick<
    AccountsApi,
    'signedIn' | 'adminOnly' | 'recentlyConfirmed' | 'whoActs' | 'isNamedAdmin' | 'isInternal'
  >;
  readonly mail: Pick<MailApi, 'queueMail'>;
  readonly record: Pick<RecordApi, 'signer' | 'readHead'>;
  /** No list of trades: screenshots are used instead. */
  readonly brokerSide: { readonly tradeList: TradeList | null };
  readonly beacon: Beacon;
}

export type ContestParts = ReturnType<typeof createContestParts>;

/** What the use cases of the contest are composed of: each takes from it what it needs. */
export function createContestParts({
  config,
  platform,
  accounts,
  mail,
  record,
  brokerSide,
  beacon,
}: ContestDependencies) {
  const { db, clock, scheduler, attempts, log } = platform;
  const { tradeList } = brokerSide;
  const { isNamedAdmin, isInternal } = accounts;
  const { signer, readHead } = record;
  const syncTrades = tradeList && createSyncTrades({ db, tradeList, clock });
  return {
    db,
    clock,
    after: scheduler.after,
    attempts,
    log,
    signer,
    readHead,
    beacon,
    tradeList,
    /**
     * Administrators and internal accounts: they cannot join, are not ranked, and are left out of the
     * draw.
     */
    isTeamMember: ({ email, role }: Pick<User, 'email' | 'role'>): boolean =>
      role === 'admin' || isInternal(email) || isNamedAdmin(email),
    currentContest: createCurrentContest({ db, settings: config.contest, clock }),
    /** Null: the broker does not report trades. */
    syncTrades,
    syncEach: syncTrades && createSyncEach(syncTrades, log),
    awardPrizes: createAwardPrizes(mail),
  };
}
