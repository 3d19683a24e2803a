import { randomBytes } from 'node:crypto';
import { minuteMs } from '#domain/time.ts';
import type { Config } from '#server/config.ts';
import type { Beacon } from '#server/integrations/beacon/beacon.ts';
import type { TradeList } from '#server/integrations/broker/broker.ts';
import { repeat } from '#server/jobs/repeat.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { RecordApi } from '#server/modules/record/record.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { adminContestRoutes } from './admin-contest.routes.ts';
import { createAwardPrizes } from './draw/award-prizes.ts';
import { createChangeWinner } from './draw/change-winner.ts';
import { createCloseContest } from './draw/close-contest.ts';
import { type ContestRounds, createContestRounds } from './draw/contest-rounds.ts';
import { contestRoutes } from './contest.routes.ts';
import { type CountParticipants, createCountParticipants } from './count-participants.ts';
import { createCurrentContest } from './current-contest.ts';
import { createDrawByHand } from './draw/draw-by-hand.ts';
import { createDrawContest } from './draw/draw-contest.ts';
import { createDrawWinners } from './draw/draw-winners.ts';
import { createJoinContest, createLeaveContest, type IsTeamMember } from './join-contest.ts';
import { createJudgeProof, createReadProof } from './proofs/judge-proof.ts';
import { createReadAdminContest } from './read-admin-contest.ts';
import { createReadContest, createReadDraw } from './read-contest.ts';
import { createReadOwnEntry } from './read-own-entry.ts';
import { createSyncTrades } from './sync-trades.ts';
import { createTakeProof } from './proofs/take-proof.ts';
import { createReadTopTraders } from './top-traders.ts';

interface ContestModuleDependencies {
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

interface ContestApi {
  readonly rounds: ContestRounds;
  readonly countParticipants: CountParticipants;
}

const countEveryMs = minuteMs;
/** Pause between two batches, so that the database serves others meanwhile. */
const pauseMs = 50;

/** The contest, from the announcement to the last prize. */
export function createContestModule(dependencies: ContestModuleDependencies): ServerModule<ContestApi> {
  const { config, platform, accounts, mail, record, beacon } = dependencies;
  const { db, leaderDb, clock, attempts, log } = platform;
  const { tradeList } = dependencies.brokerSide;
  const { publicUrl, contest: settings } = config;
  const { signedIn, adminOnly, recentlyConfirmed, whoActs, isNamedAdmin, isInternal } = accounts;
  const isTeamMember: IsTeamMember = ({ email, role }) => role === 'admin' || isInternal(email) || isNamedAdmin(email);
  const newSeed = (): string => randomBytes(32).toString('hex');
  const base = { db, clock, log, settings, isTeamMember, beacon };
  const currentContest = createCurrentContest({ ...base, newSeed });
  const syncTrades = tradeList && createSyncTrades({ ...base, tradeList });
  const awardPrizes = createAwardPrizes({ ...base, queueMail: mail.queueMail });
  const common = { ...base, currentContest, syncTrades, awardPrizes };
  const drawContest = createDrawContest({
    ...common,
    closeContest: createCloseContest({ ...common, ...record }),
    drawWinners: createDrawWinners(common),
  });
  const readContest = createReadContest({
    ...common,
    evidence: tradeList ? 'trades' : 'screenshots',
    readTopTraders: createReadTopTraders(common),
    readOwnEntry: createReadOwnEntry(common),
  });

  const countParticipants = createCountParticipants({ leaderDb, currentContest });
  const { after } = platform.scheduler;
  const counting = repeat({
    firstAfterMs: pauseMs,
    everyMs: countEveryMs,
    task: async () => ((await countParticipants()) ? pauseMs : countEveryMs),
    onError: (error) => log.error({ err: error }, 'counting the participants failed; retrying in a minute'),
    after,
  });
  const rounds = createContestRounds({ ...common, drawContest, after });
  return {
    routes: [
      contestRoutes({
        signedIn,
        whoActs,
        publicUrl,
        readContest,
        readDraw: createReadDraw(common),
        joinContest: createJoinContest(common),
        leaveContest: createLeaveContest(common),
        takeProof: createTakeProof({ ...common, attempts, takesTrades: tradeList === null }),
      }),
      adminContestRoutes({
        adminOnly,
        recentlyConfirmed,
        publicUrl,
        readAdminContest: createReadAdminContest({ ...common, readContest, drawContest }),
        drawByHand: createDrawByHand({ ...common, drawContest }),
        readProof: createReadProof(common),
        judgeProof: createJudgeProof(common),
        changeWinner: createChangeWinner(common),
      }),
    ],
    api: { rounds, countParticipants },
    components: [
      { name: 'contest', duty: 'lead', phase: 'with jobs', start: rounds.start, stop: rounds.stop },
      { name: 'results of participants', duty: 'lead', phase: 'with jobs', ...counting },
    ],
  };
}
