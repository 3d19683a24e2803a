import type { Contest } from '#contract/contest.ts';
import { maskEmail } from '#domain/accounts/shown-name.ts';
import { wilsonInterval } from '#domain/statistics/wilson-interval.ts';
import { minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import type { ContestHead } from './contests.repository.ts';
import { listBest } from './draw/results.repository.ts';
import type { ContestParts } from './contest-parts.ts';

type TopTraders = Contest['topTraders'];
type TopTradersParts = Pick<ContestParts, 'db' | 'isTeamMember' | 'clock'> & {
  log: Pick<ContestParts['log'], 'error'>;
};

const shown = 5;
/** Read at once: as many members of the team as may be among the best without another query. */
const page = 50;
const cachedForMs = minuteMs;
/** After an error without an earlier list to show. */
const retryAfterMs = 5_000;

/**
 * Participants by the lower bound of their win rate within the contest, as counted by the leading
 * process. Read once a minute; after an error the last list is shown until the next read.
 */
export function createReadTopTraders({ db, isTeamMember, clock, log }: TopTradersParts) {
  let cached: { id: string; until: number; top: Promise<TopTraders> } | null = null;
  let last: { id: string; top: TopTraders } | null = null;

  const read = async (id: string): Promise<TopTraders> => {
    try {
      const top = await listTop(db, id, isTeamMember);
      last = { id, top };
      return top;
    } catch (error) {
      log.error({ err: error }, 'reading the best participants failed; the last list is shown');
      if (last?.id === id) return last.top;
      throw error;
    }
  };

  return ({ id }: Pick<ContestHead, 'id'>): Promise<TopTraders> => {
    const now = clock.now();
    if (cached?.id === id && now < cached.until) return cached.top;
    const reading = { id, until: now + cachedForMs, top: read(id) };
    cached = reading;
    reading.top.catch(() => {
      reading.until = now + retryAfterMs;
    });
    return reading.top;
  };
}

async function listTop(
  db: Database,
  contestId: string,
  isTeamMember: ContestParts['isTeamMember'],
): Promise<TopTraders> {
  const top: TopTraders = [];
  for (let offset = 0; top.length < shown; offset += page) {
    const best = await listBest(db, contestId, { limit: page, offset });
    top.push(...best.filter((person) => !isTeamMember(person)).flatMap(toTopTrader));
    if (best.length < page) break;
  }
  return top.slice(0, shown);
}

function toTopTrader({ email, won, decided }: Awaited<ReturnType<typeof listBest>>[number]): TopTraders {
  const interval = won === null || decided === null ? null : wilsonInterval(won, decided);
  if (!interval || won === null || decided === null) return [];
  return [{ email: maskEmail(email), total: decided, winRate: won / decided, ...interval }];
}
