import { eq, max, sql } from 'drizzle-orm';
import { minuteMs } from '#domain/time.ts';
import type { Database } from '#server/database/connection.ts';
import { recordCheckpoints, recordHead, recordLeaves } from '#server/database/tables/record-tables.ts';
import type { WitnessSide } from '#server/integrations/witness/witness.ts';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { GenesisLeaf } from '#record/leaf.ts';
import { isReplay } from '#server/config/market.ts';
import { findGenesis } from './append/stored-leaves.ts';
import { type NoteFile, recordFolder } from './sign/note-file.ts';
import { openRecordKey } from './sign/record-key.ts';

interface Given extends Platform {
  readonly models: ModelMetadata;
  readonly witnessSide: WitnessSide;
  readonly openNoteFile: (folder: string) => NoteFile;
}

/** With the key of the record, which is created at the first start. Requires a migrated database. */
export async function openRecord(given: Given) {
  const { secret, publicUrl, dataDir } = given.config;
  // As C2SP recommends: a URL without its scheme.
  const name = `${new URL(publicUrl).host}/record`;
  const key = await openRecordKey({ ...given, secret, name });
  /** Where the record keeps its files. */
  const folder = recordFolder(dataDir, key);
  /** The content of the note file; null: not read yet, or there is none. */
  const saved: { note: string | null } = { note: null };
  return { ...given, key, folder, noteFile: given.openNoteFile(folder), saved };
}
export type RecordContext = Awaited<ReturnType<typeof openRecord>>;

/** Whether leaves of the running market can be appended. */
export type MarketState = 'kept' | 'starting' | 'other_market' | 'replay';

export async function findMarketState(ctx: RecordContext, db: Database = ctx.db): Promise<MarketState> {
  if (isReplay(ctx.market.feed.id)) return 'replay';
  const genesis = await findGenesis(db);
  if (!genesis) return 'starting';
  return isSameMarket(genesis, ctx) ? 'kept' : 'other_market';
}

/** Whether the leader found the database older than what was signed. */
export const isBehind = async (db: Database): Promise<boolean> =>
  (await db.select({ isBehind: recordHead.isBehind }).from(recordHead))[0]?.isBehind ?? false;

/** Signing takes a second, and at most half a minute after another process has taken the lead. */
const signedWithinMs = minuteMs;

/** Whether what is appended is signed, by the database: every process says the same. */
export async function isSigned({ db, marketClock }: RecordContext): Promise<boolean> {
  const signed = db.select({ size: max(recordCheckpoints.size) }).from(recordCheckpoints);
  const [head] = await db
    .select({ isBehind: recordHead.isBehind, unsignedSince: recordLeaves.at })
    .from(recordHead)
    .leftJoin(recordLeaves, eq(recordLeaves.index, sql`coalesce((${signed}), 0)`));
  if (!head || head.isBehind) return false;
  return head.unsignedSince === null || marketClock.now() - head.unsignedSince.getTime() < signedWithinMs;
}

/** Pairs may be missing, and are named by each minute; none may be new. */
const isSameMarket = ({ feed, calendar, pairs, origin }: GenesisLeaf, ctx: RecordContext): boolean => {
  const { kind, id, symbols, notOffered } = ctx.market.feed;
  const isPairs = notOffered === null || symbols.every((symbol) => pairs.includes(symbol));
  return (
    feed.kind === kind &&
    feed.source === id &&
    calendar === ctx.config.tradingHours.calendar &&
    isPairs &&
    origin === ctx.key.name
  );
};
