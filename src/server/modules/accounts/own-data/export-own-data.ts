import { Readable } from 'node:stream';
import { and, asc, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { FastifyReply } from 'fastify';
import { toInstant } from '#contract/wire.ts';
import type { AuditAction } from '#domain/accounts/audit-action.ts';
import { shownBalance } from '#domain/accounts/trader-claim.ts';
import type { Database } from '#server/database/connection.ts';
import { type OwnRows, shownOfUser, storedTables } from '#server/database/stored-tables.ts';
import { apiError } from '#server/http/api-error.ts';
import { accountLimits } from '../account-limits.ts';
import type { AccountsContext } from '../accounts-context.ts';
import { findUser, type UserRow } from '../accounts.repository.ts';

/** `file`: an `OwnData` as JSON text, read from the database as fast as it is sent. */
export interface OwnDataFile {
  readonly exportedAt: string;
  readonly file: Readable;
}

export const sendOwnData = (reply: FastifyReply, name: string, { exportedAt, file }: OwnDataFile): FastifyReply =>
  reply
    .header('content-disposition', `attachment; filename="${name}-${exportedAt.slice(0, 10)}.json"`)
    .type('application/json; charset=utf-8')
    .send(file);

/** All data held about a user, for the user. */
export async function exportOwnData({ db, clock, attempts }: AccountsContext, userId: string): Promise<OwnDataFile> {
  await attempts.take('export-data', userId, accountLimits.exports);
  return openOwnData(db, userId, clock.now());
}

export async function openOwnData(db: Database, userId: string, now: number): Promise<OwnDataFile> {
  const user = await findUser(db, userId);
  if (!user) throw apiError('unauthenticated');
  const exportedAt = toInstant(now);
  return { exportedAt, file: Readable.from(toText(db, user, exportedAt)) };
}

async function* toText(db: Database, user: UserRow, exportedAt: string): AsyncGenerator<string> {
  const shown = Object.fromEntries(shownOfUser.map((name) => [name, user[name]]));
  const account = toDto({ ...shown, brokerAccountId: user.referralId, balance: shownBalance(user) });
  yield `{"exportedAt":${JSON.stringify(exportedAt)},"account":${JSON.stringify(account)}`;
  const isProven = user.referralProof !== null;
  for (const { table, own } of storedTables) {
    if (!own) continue;
    let separator = '';
    yield `,"${own.section}":[`;
    for await (const rows of isProven || !own.needsProof ? listPages(db, table, own, user.id) : []) {
      if (rows.length === 0) break;
      yield separator + rows.map((row) => toEntry(own, row, user)).join(',');
      separator = ',';
    }
    yield ']';
  }
  yield '}';
}

type Row = Readonly<Record<string, unknown>>;

/** Audited actions whose entries hold a balance. */
const balanceActions: ReadonlySet<unknown> = new Set(['user.checkBalance', 'claim.confirm'] satisfies AuditAction[]);

/** Without the amounts that only a proven owner of the broker account may see. */
function toEntry({ shown, toShown = (row) => row }: OwnRows, row: Row, { id, referralProof }: UserRow): string {
  const hidden = referralProof === null && balanceActions.has(row.action) ? { before: null, after: null } : {};
  return JSON.stringify(
    toDto(toShown({ ...Object.fromEntries(shown.map((name) => [name, row[name]])), ...hidden }, id)),
  );
}

/** Instants in their DTO form, and bytes as text. */
function toDto(value: unknown): unknown {
  if (value instanceof Date) return toInstant(value.getTime());
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (Array.isArray(value)) return value.map(toDto);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, toDto(part)]));
}

const usualRowsAtOnce = 250;

/**
 * The user's rows in pages, each from where the last one ended: no connection is held while the
 * reader takes its time.
 */
async function* listPages(
  db: Database,
  table: PgTable,
  { isOfUser, order, shown, rowsAtOnce: limit = usualRowsAtOnce }: OwnRows,
  userId: string,
): AsyncGenerator<readonly Row[]> {
  const columns = getTableColumns(table);
  const getName = (column: PgColumn): string =>
    Object.keys(columns).find((name) => columns[name]?.name === column.name) ?? '';
  const key = [order, ...getPrimaryKey(table).filter(({ name }) => name !== order.name)];
  const names = [...shown, ...key.map(getName)];
  const selected = Object.fromEntries(Object.entries(columns).filter(([name]) => names.includes(name)));
  let after: SQL | undefined;
  do {
    const rows: readonly Row[] = await db
      .select(selected)
      .from(table)
      .where(and(isOfUser(userId), after))
      .orderBy(...key.map((column) => asc(column)))
      .limit(limit);
    yield rows;
    const last = rows.length < limit ? undefined : rows.at(-1);
    after =
      last &&
      isAfter(
        key,
        key.map((column) => last[getName(column)]),
      );
  } while (after);
}

const getPrimaryKey = (table: PgTable): readonly PgColumn[] => getTableConfig(table).primaryKeys[0]?.columns ?? [];

const isAfter = (key: readonly PgColumn[], values: readonly unknown[]): SQL =>
  sql`(${sql.join([...key], sql`, `)}) > (${sql.join(
    key.map((column, i) => sql.param(values[i], column)),
    sql`, `,
  )})`;
