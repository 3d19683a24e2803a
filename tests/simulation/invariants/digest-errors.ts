import { minuteMs } from '#domain/time.ts';
import type { Cluster } from '../cluster.ts';
import type { Sandbox } from '../sandbox.ts';
import type { LeaderLock } from '../simulated/simulated-leader.ts';
import type { World } from '../world.ts';

interface DigestDependencies {
  readonly world: Pick<World, 'now'>;
  readonly sandbox: Sandbox;
  readonly cluster: Pick<Cluster, 'wasCalm'>;
  readonly lock: Pick<LeaderLock, 'leadingSince'>;
}

interface Digests {
  readonly userId: string;
  readonly marked: number;
  readonly written: number;
}

const query = `
  select s.user_id as "userId",
    (select count(*)::int from digest_mails d where d.user_id = s.user_id) as marked,
    (select count(*)::int from mails m where m.user_id = s.user_id and m.kind = 'weekly_digest') as written
  from digest_subscriptions s`;

/** A leader looks for digests a minute after it was elected; timers may be some seconds late. */
const lookedForMs = minuteMs + 12_000;

/** Each subscriber is written one digest of the week before, and is marked in the same transaction. */
export async function digestErrors({ world, sandbox, cluster, lock }: DigestDependencies): Promise<readonly string[]> {
  const since = lock.leadingSince();
  const isDue = since + lookedForMs <= world.now() && cluster.wasCalm(since, since + lookedForMs);
  const { rows } = await sandbox.query(query);
  return (rows as Digests[]).flatMap(({ userId, marked, written }) => {
    const who = `subscriber ${userId.slice(-1)}`;
    if (marked !== written) return [`${who} is marked for ${marked} digests, and was written ${written}`];
    if (isDue && written !== 1) return [`${who} was written ${written} digests`];
    return [];
  });
}
