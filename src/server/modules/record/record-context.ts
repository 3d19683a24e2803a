import type { Config } from '#server/config.ts';
import type { Database } from '#server/database/connection.ts';
import { recordHead } from '#server/database/tables/record-tables.ts';
import type { WitnessSide } from '#server/integrations/witness/witness.ts';
import type { MarketView } from '#server/live/market-view.ts';
import type { ModelMetadata } from '#server/modules/models/models.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { GenesisLeaf } from '#record/leaf.ts';
import { isReplay } from '#domain/market/replay-feed.ts';
import { findGenesis } from './append/stored-leaves.ts';
import type { NoteFile } from './sign/note-file.ts';
import type { RecordKey } from './sign/record-key.ts';

/** What every use case of the record takes. */
export interface RecordContext
  extends Pick<
    Platform,
    'db' | 'leaderDb' | 'clock' | 'feedSays' | 'marketClock' | 'scheduler' | 'bus' | 'crashPoint' | 'log'
  > {
  readonly config: Pick<Config, 'role' | 'payout' | 'tradingHours'>;
  readonly market: { readonly feed: MarketView['feed'] };
  readonly models: ModelMetadata;
  readonly witnessSide: WitnessSide;
  readonly key: RecordKey;
  readonly noteFile: NoteFile;
  /** Where the record keeps its files. */
  readonly folder: string;
}

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
