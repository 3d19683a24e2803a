import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '#domain/clock.ts';
import type { Guard, WhoCalls, ToUserDto } from '#server/modules/accounts/accounts.api.ts';
import type { Config } from '../config.ts';
import type { Attempts } from '../database/attempts.ts';
import type { Database } from '../database/connection.ts';
import type { Beacon } from '../integrations/beacon/beacon.ts';
import type { TradeList } from '../integrations/broker/broker.ts';
import { createAdminOnly } from '../modules/accounts/admin-only.ts';
import { createIsInternal } from '../modules/accounts/internal-accounts.ts';
import { adminContestModule } from '../modules/contest/admin-contest.routes.ts';
import { createAwardPrizes } from '../modules/contest/award-prizes.ts';
import { createChangeWinner } from '../modules/contest/change-winner.ts';
import { createCloseContest, type NoteSigner } from '../modules/contest/close-contest.ts';
import { type ContestRounds, createContestRounds } from '../modules/contest/contest-rounds.ts';
import { contestModule } from '../modules/contest/contest.routes.ts';
import { createCurrentContest } from '../modules/contest/current-contest.ts';
import { createDrawByHand } from '../modules/contest/draw-by-hand.ts';
import { createDrawContest } from '../modules/contest/draw-contest.ts';
import { createDrawWinners } from '../modules/contest/draw-winners.ts';
import type { IsTeamMember } from '../modules/contest/is-team-member.ts';
import { createJoinContest } from '../modules/contest/join-contest.ts';
import { createLeaveContest } from '../modules/contest/leave-contest.ts';
import { createJudgeProof, createReadProof } from '../modules/contest/judge-proof.ts';
import { createReadAdminContest } from '../modules/contest/read-admin-contest.ts';
import { createReadContest, createReadDraw } from '../modules/contest/read-contest.ts';
import { createReadOwnEntry } from '../modules/contest/read-own-entry.ts';
import { createSyncTrades } from '../modules/contest/sync-trades.ts';
import { createTakeProof } from '../modules/contest/take-proof.ts';
import { createReadTopTraders } from '../modules/contest/top-traders.ts';
import type { QueueMail } from '../modules/mail/mail.api.ts';

interface Needs {
  readonly config: Pick<Config, 'contest' | 'internalEmails' | 'adminEmails'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly attempts: Pick<Attempts, 'take'>;
  readonly queueMail: QueueMail;
  readonly signedIn: Guard;
  readonly whoCalls: WhoCalls;
  readonly toUserDto: ToUserDto;
  readonly publicUrl: string;
  /** Null: the broker does not provide trades; screenshots are used instead. */
  readonly tradeList: TradeList | null;
  readonly beacon: Beacon;
  readonly signer: NoteSigner;
  /** Calls `task` once after `ms`; returns a cancel function. */
  readonly after: (ms: number, task: () => void) => () => void;
  readonly log: FastifyBaseLogger;
}

interface ContestParts {
  readonly modules: readonly FastifyPluginAsyncZod[];
  readonly rounds: ContestRounds;
}

/** Composes the contest, from the announcement to the last prize. */
export function composeContest(needs: Needs): ContestParts {
  const { config, tradeList } = needs;
  const settings = config.contest;
  const isInternal = createIsInternal({ internalEmails: [...config.internalEmails, ...config.adminEmails] });
  const isTeamMember: IsTeamMember = ({ email, role }) => role === 'admin' || isInternal(email);
  const newSeed = (): string => randomBytes(32).toString('hex');
  const currentContest = createCurrentContest({ ...needs, settings, newSeed });
  const syncTrades = tradeList && createSyncTrades({ ...needs, tradeList });
  const awardPrizes = createAwardPrizes(needs);
  const common = { ...needs, settings, isTeamMember, currentContest, syncTrades, awardPrizes };
  const drawContest = createDrawContest({
    ...common,
    closeContest: createCloseContest(common),
    drawWinners: createDrawWinners(common),
  });
  const readContest = createReadContest({
    ...common,
    evidence: tradeList ? 'trades' : 'screenshots',
    readTopTraders: createReadTopTraders(common),
    readOwnEntry: createReadOwnEntry(common),
  });

  return {
    modules: [
      contestModule({
        ...needs,
        readContest,
        readDraw: createReadDraw(common),
        joinContest: createJoinContest(common),
        leaveContest: createLeaveContest(common),
        takeProof: createTakeProof({ ...common, takesTrades: tradeList === null }),
      }),
      adminContestModule({
        ...needs,
        adminOnly: createAdminOnly(needs),
        readAdminContest: createReadAdminContest({ ...common, readContest, drawContest }),
        drawByHand: createDrawByHand({ ...common, drawContest }),
        readProof: createReadProof(common),
        judgeProof: createJudgeProof(common),
        changeWinner: createChangeWinner(common),
      }),
    ],
    rounds: createContestRounds({ ...common, drawContest }),
  };
}
