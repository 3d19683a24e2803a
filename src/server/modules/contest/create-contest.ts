import { randomBytes } from 'node:crypto';
import type { Config } from '#server/config.ts';
import type { Beacon } from '#server/integrations/beacon/beacon.ts';
import type { TradeList } from '#server/integrations/broker/broker.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import { createAwardPrizes } from './draw/award-prizes.ts';
import { createChangeWinner } from './draw/change-winner.ts';
import { createCloseContest } from './draw/close-contest.ts';
import { createContestRounds } from './draw/contest-rounds.ts';
import { createCountParticipants } from './count-participants.ts';
import { createCurrentContest } from './current-contest.ts';
import { createDrawByHand, createDrawContest } from './draw/draw-contest.ts';
import { createDrawWinners } from './draw/draw-winners.ts';
import { createJoinContest, createLeaveContest, type IsTeamMember } from './join-contest.ts';
import { createJudgeProof, createReadProof } from './proofs/judge-proof.ts';
import { createReadAdminContest } from './read-admin-contest.ts';
import { createReadContest, createReadDraw } from './read-contest.ts';
import { createReadOwnEntry } from './read-own-entry.ts';
import { createSyncTrades } from './sync-trades.ts';
import { createTakeProof } from './proofs/take-proof.ts';
import { createReadTopTraders } from './top-traders.ts';

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

export type ContestUseCases = ReturnType<typeof createContest>;

/** The use cases of the contest's routes, and what the leading process does by itself. */
export function createContest(dependencies: ContestDependencies) {
  const { config, platform, accounts, mail, record, beacon } = dependencies;
  const { db, leaderDb, clock, attempts, log } = platform;
  const { tradeList } = dependencies.brokerSide;
  const { publicUrl, contest: settings } = config;
  const { after } = platform.scheduler;
  const { isNamedAdmin, isInternal } = accounts;
  const isTeamMember: IsTeamMember = ({ email, role }) => role === 'admin' || isInternal(email) || isNamedAdmin(email);
  const newSeed = (): string => randomBytes(32).toString('hex');
  const currentContest = createCurrentContest({ db, settings, newSeed, clock });
  const syncTrades = tradeList && createSyncTrades({ db, tradeList, clock });
  const awardPrizes = createAwardPrizes({ queueMail: mail.queueMail });
  const { signer, readHead } = record;
  const closeContest = createCloseContest({ db, signer, readHead, beacon, isTeamMember, clock });
  const drawWinners = createDrawWinners({ db, beacon, awardPrizes, clock });
  const drawContest = createDrawContest({ db, syncTrades, closeContest, drawWinners, beacon, clock, log });
  const readContest = createReadContest({
    db,
    settings,
    evidence: tradeList ? 'trades' : 'screenshots',
    currentContest,
    readTopTraders: createReadTopTraders({ db, isTeamMember, clock, log }),
    readOwnEntry: createReadOwnEntry({ db, syncTrades, clock, log }),
    beacon,
    clock,
  });
  return {
    participation: {
      accounts,
      publicUrl,
      readContest,
      readDraw: createReadDraw({ db, currentContest, clock }),
      joinContest: createJoinContest({ db, currentContest, isTeamMember, clock }),
      leaveContest: createLeaveContest({ db, currentContest }),
      takeProof: createTakeProof({ db, currentContest, attempts, takesTrades: tradeList === null, clock }),
    },
    administration: {
      accounts,
      publicUrl,
      readAdminContest: createReadAdminContest({ db, currentContest, readContest, drawContest, clock }),
      drawByHand: createDrawByHand({ currentContest, drawContest }),
      readProof: createReadProof({ db, clock }),
      judgeProof: createJudgeProof({ db, clock }),
      changeWinner: createChangeWinner({ db, currentContest, awardPrizes, clock }),
    },
    countParticipants: createCountParticipants({ leaderDb, currentContest }),
    rounds: createContestRounds({ db, currentContest, drawContest, syncTrades, clock, after, log }),
  };
}
