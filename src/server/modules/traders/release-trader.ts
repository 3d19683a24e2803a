import { z } from 'zod';
import type { Clock } from '#domain/clock.ts';
import type { Database } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { problem } from '#server/http/problem.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { ReleaseClaim } from './release-claim.ts';
import type { TellClaimer } from './tell-claimer.ts';
import { findUserForUpdate, listRefusedClaimants } from './traders.repository.ts';

/** An administrator takes a wrong broker id off an account. Mails its owner and the users to whom it was refused. */
export type ReleaseTrader = (call: {
  readonly adminId: string;
  readonly userId: string;
  readonly reason: string;
}) => Promise<void>;

interface Needs {
  readonly db: Database;
  /** The wall's. */
  readonly clock: Clock;
  readonly releaseClaim: ReleaseClaim;
  readonly tellClaimer: TellClaimer;
  readonly forgetUser: (userId: string) => void;
}

/** Refused claims are deleted after a month. */
const refusedWithinMs = 30 * 86_400_000;

export const createReleaseTrader =
  ({ db, clock, releaseClaim, tellClaimer, forgetUser }: Needs): ReleaseTrader =>
  async ({ adminId: actorId, userId, reason }) => {
    await inTransaction(db, async (tx) => {
      const user = z.uuid().safeParse(userId).success ? await findUserForUpdate(tx, userId) : undefined;
      if (!user || user.deletedAt) throw problem('user_not_found');
      const { id, referralId } = user;
      if (referralId === null) throw problem('user_without_trader');
      const at = new Date(clock.now());
      await releaseClaim(tx, { id, referralId }, 'id_released');
      const since = new Date(at.getTime() - refusedWithinMs);
      for (const other of await listRefusedClaimants(tx, referralId, since))
        if (other !== id) await tellClaimer(tx, { userId: other, traderId: referralId }, 'id_available');
      const before = { trader: masked(referralId) };
      await writeAudit(tx, {
        actorId,
        action: 'user.releaseTrader',
        targetId: id,
        reason,
        before,
        after: { trader: null },
        at,
      });
    });
    forgetUser(userId);
  };

/** Entries of the audit log outlive the account: enough of the id to recognise it, too little to name it. */
const masked = (traderId: string): string => `…${traderId.slice(-3)}`;
