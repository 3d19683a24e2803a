import { minuteMs } from '#domain/time.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { adminContestRoutes } from './admin-contest.routes.ts';
import { contestRoutes } from './contest.routes.ts';
import type { ContestDependencies } from './contest-parts.ts';
import { type ContestUseCases, createContest } from './create-contest.ts';

/** The contest, from the announcement to the last prize. */
export function createContestModule(
  dependencies: ContestDependencies,
): ServerModule<Pick<ContestUseCases, 'rounds' | 'countParticipants'>> {
  const { participation, administration, rounds, countParticipants } = createContest(dependencies);
  const counting = countRegularly(dependencies.platform, countParticipants);
  return {
    routes: [contestRoutes(participation), adminContestRoutes(administration)],
    api: { rounds, countParticipants },
    components: [
      { name: 'contest', duty: 'lead', phase: 'with jobs', start: rounds.start, stop: rounds.stop },
      { name: 'results of participants', duty: 'lead', phase: 'with jobs', start: counting.start, stop: counting.stop },
    ],
  };
}

const countEveryMs = minuteMs;
/** Pause between two batches, so that the database serves others meanwhile. */
const pauseMs = 50;

const countRegularly = (
  { scheduler, log }: Pick<Platform, 'scheduler' | 'log'>,
  countParticipants: ContestUseCases['countParticipants'],
): Repeating =>
  repeat({
    firstAfterMs: pauseMs,
    everyMs: countEveryMs,
    task: async () => ((await countParticipants()) ? pauseMs : countEveryMs),
    onError: (error) => log.error({ err: error }, 'counting the participants failed; retrying in a minute'),
    after: scheduler.after,
  });
