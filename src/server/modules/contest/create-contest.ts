import { createChangeWinner } from './draw/change-winner.ts';
import { createContestRounds } from './draw/contest-rounds.ts';
import { createCountParticipants } from './count-participants.ts';
import { createDrawByHand, createDrawContest } from './draw/draw-contest.ts';
import { createJoinContest, createLeaveContest } from './join-contest.ts';
import { createJudgeProof, createReadProof } from './proofs/judge-proof.ts';
import { createReadAdminContest } from './read-admin-contest.ts';
import { createReadContest, createReadDraw } from './read-contest.ts';
import { createTakeProof } from './proofs/take-proof.ts';
import { type ContestDependencies, createContestParts } from './contest-parts.ts';

export type ContestUseCases = ReturnType<typeof createContest>;

/** The use cases of the contest's routes, and what the leading process does by itself. */
export function createContest(dependencies: ContestDependencies) {
  const { accounts, config, platform } = dependencies;
  const { publicUrl } = config;
  const parts = createContestParts(dependencies);
  const drawContest = createDrawContest(parts);
  const readContest = createReadContest(parts, config.contest);
  return {
    participation: {
      accounts,
      publicUrl,
      readContest,
      readDraw: createReadDraw(parts),
      joinContest: createJoinContest(parts),
      leaveContest: createLeaveContest(parts),
      takeProof: createTakeProof(parts),
    },
    administration: {
      accounts,
      publicUrl,
      readAdminContest: createReadAdminContest(parts, readContest, drawContest),
      drawByHand: createDrawByHand(parts, drawContest),
      readProof: createReadProof(parts),
      judgeProof: createJudgeProof(parts),
      changeWinner: createChangeWinner(parts),
    },
    countParticipants: createCountParticipants(platform, parts),
    rounds: createContestRounds(parts, drawContest),
  };
}
