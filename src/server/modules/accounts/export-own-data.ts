import { OwnData } from '#contract/own-data.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import { toInstant } from '#contract/wire.ts';
import type { Clock } from '#domain/clock.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import { accountLimits } from './account-limits.ts';
import { findUser } from './accounts.repository.ts';
import { listAuditOf, listOwnRows } from './own-data.repository.ts';
import { apiError } from '#server/http/api-error.ts';

/** All data held about a user, for the user. */
export type ExportOwnData = (userId: string) => Promise<OwnData>;

interface Needs {
  readonly db: Database;
  readonly clock: Clock;
  readonly attempts: Pick<Attempts, 'take'>;
}

export const createExportOwnData =
  ({ db, clock, attempts }: Needs): ExportOwnData =>
  async (userId) => {
    await attempts.take('export-data', userId, accountLimits.exports);
    const user = await findUser(db, userId);
    if (!user) throw apiError('unauthenticated');
    const rows = await listOwnRows(db, userId);
    // Another person may have entered the ID of this broker account.
    const isProven = user.referralProof !== null;
    const figures = isProven ? {} : { balances: [], brokerDays: [] };
    const audit = (await listAuditOf(db, userId)).map((entry) => ({ ...entry, isOwn: entry.actorId === userId }));
    const held = {
      exportedAt: toInstant(clock.now()),
      account: { ...user, brokerAccountId: user.referralId, balance: shownBalance(user) },
      ...rows,
      ...figures,
      audit: isProven ? audit : audit.map(withoutAmounts),
    };
    // The schema is an allowlist: hashes, sealed texts and future columns are dropped.
    return OwnData.parse(toDto(held));
  };

const withoutAmounts = <Entry extends { readonly action: string }>(entry: Entry): Entry =>
  entry.action === 'user.checkBalance' ? { ...entry, before: null, after: null } : entry;

/** Instants in their DTO form, and bytes as text. */
function toDto(value: unknown): unknown {
  if (value instanceof Date) return toInstant(value.getTime());
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (Array.isArray(value)) return value.map(toDto);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toDto(part)]));
}
