import { minuteMs } from '#domain/time.ts';
import type { Cluster } from '../cluster.ts';
import type { Sandbox } from '../sandbox.ts';
import type { LeaderLock } from '../simulated/simulated-leader.ts';
import { subscribers } from '../simulated/simulated-subscribers.ts';

interface DigestDependencies {
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
export async function digestErrors({ sandbox, cluster, lock }: DigestDependencies): Promise<readonly string[]> {
  const since = lock.leadingSince();
  const isDue = cluster.wasCalm(since, since + lookedForMs);
  const { rows } = await sandbox.query(query);
  return (rows as Digests[]).flatMap(({ userId, marked, written }) => {
    const who = `subscriber ${userId.slice(-1)}`;
    if (marked !== written) return [`${who} is marked for ${marked} digests, and was written ${written}`];
    if (isDue && written !== 1) return [`${who} was written ${written} digests`];
    return [];
  });
}

export const subscribersMail = new RegExp(`user-[${subscribers.map((id) => id.slice(-1)).join('')}]@`);
