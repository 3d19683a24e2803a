import type { AllSignals, AllSignalsQuery, AnySignal } from '#contract/admin/signals.ts';
import { inTransaction } from '#server/database/connection.ts';
import { cutPage, parsePlace, placeCursor } from '#server/http/cursor.ts';
import { apiError } from '#server/http/api-error.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import type { Platform } from '#server/start/platform.ts';
import { toSignalDto } from '../to-signal-dto.ts';
import { findOwner, listAllSignals, type DecidedSignal } from './all-signals.repository.ts';

/**
 * Lists all users' signals without names; reading one user's signals is written to the audit log.
 */
export const createListAllSignals =
  ({ db, clock }: Pick<Platform, 'db' | 'clock'>) =>
  async (actorId: string, { cursor, limit, ...filters }: AllSignalsQuery): Promise<AllSignals> => {
    const after = parsePlace(cursor);
    const user = filters.user === undefined ? null : await findOwner(db, filters.user);
    if (user === undefined) throw apiError('user_not_found');
    if (user && after === null && user.id !== actorId) {
      const entry = { actorId, action: 'signals.read', targetId: user.id, at: new Date(clock.now()) } as const;
      await inTransaction(db, ({ tx }) => writeAudit(tx, entry));
    }
    const rows = await listAllSignals(db, { filters, after, limit: limit + 1 });
    const { page, next } = cutPage(rows, limit, ({ signal }) => placeCursor(signal.issuedAt, signal.id));
    return { items: page.map(toAnySignalDto), nextCursor: next, user };
  };

/** A signal as listed for administrators. */
export function toAnySignalDto({ signal }: DecidedSignal): AnySignal {
  const { analytics: _ofItsUser, ...toDto } = toSignalDto(signal);
  return { ...toDto, isRemoved: signal.deletedAt !== null };
}
