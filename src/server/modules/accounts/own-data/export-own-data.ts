import { Readable } from 'node:stream';
import { OwnData } from '#contract/own-data.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import { toInstant } from '#contract/wire.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import { accountLimits } from '../account-limits.ts';
import type { User } from '../accounts.api.ts';
import { findUser } from '../accounts.repository.ts';
import { listPages, type Row, sections } from './own-data.repository.ts';
import { apiError } from '#server/http/api-error.ts';
import type { Platform } from '#server/start/platform.ts';

/** `file`: an `OwnData` as JSON text, read from the database as fast as it is sent. */
export interface OwnDataFile {
  readonly exportedAt: string;
  readonly file: Readable;
}

/** All data held about a user, for the user. */
export type ExportOwnData = (userId: string) => Promise<OwnDataFile>;

interface ExportOwnDataDependencies extends Pick<Platform, 'db' | 'clock'> {
  readonly attempts: Pick<Attempts, 'take'>;
}

export const createExportOwnData =
  ({ db, clock, attempts }: ExportOwnDataDependencies): ExportOwnData =>
  async (userId) => {
    await attempts.take('export-data', userId, accountLimits.exports);
    const user = await findUser(db, userId);
    if (!user) throw apiError('unauthenticated');
    const exportedAt = toInstant(clock.now());
    return { exportedAt, file: Readable.from(toText(db, user, exportedAt)) };
  };

/** The schema is an allowlist: hashes, sealed texts and future columns are dropped. */
async function* toText(db: Database, user: User, exportedAt: string): AsyncGenerator<string> {
  const account = OwnData.shape.account.parse(
    toDto({ ...user, brokerAccountId: user.referralId, balance: shownBalance(user) }),
  );
  // Another person may have entered the ID of this broker account.
  const isProven = user.referralProof !== null;
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"account":${JSON.stringify(account)}`;
  for (const section of sections) {
    const { element } = OwnData.shape[section.name];
    let separator = '';
    yield `,"${section.name}":[`;
    const isShown = isProven || (section.name !== 'balances' && section.name !== 'brokerDays');
    for await (const rows of isShown ? listPages(db, section, user.id) : []) {
      if (rows.length === 0) break;
      const texts = rows.map((row) => {
        const shown = isProven ? row : withoutAmounts(row);
        return JSON.stringify(element.parse(toDto({ ...shown, isOwn: row.actorId === user.id })));
      });
      yield separator + texts.join(',');
      separator = ',';
    }
    yield ']';
  }
  yield '}';
}

const withoutAmounts = (row: Row): Row =>
  row.action === 'user.checkBalance' ? { ...row, before: null, after: null } : row;

/** Instants in their DTO form, and bytes as text. */
function toDto(value: unknown): unknown {
  if (value instanceof Date) return toInstant(value.getTime());
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (Array.isArray(value)) return value.map(toDto);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toDto(part)]));
}
