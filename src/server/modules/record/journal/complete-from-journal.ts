import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { toInstant } from '#contract/wire.ts';
import type { MarketClock } from '#domain/clock.ts';
import { sha256 } from '#node/sha256.ts';
import { isCalibrationLeaf, isOutcomeLeaf, parseLeaf } from '#record/leaf.ts';
import { growTree, joinSubtrees, type TreeEdge } from '#record/merkle-tree.ts';
import type { Database, Transaction } from '#server/database/connection.ts';
import { inTransaction } from '#server/database/in-transaction.ts';
import { orderWrites } from '#server/database/locks.ts';
import { shadowMinutes } from '#server/database/tables/shadow-tables.ts';
import { type CrashHook, noCrash } from '#server/start/crash-points.ts';
import { contradicts, endsTooEarly } from './check-journal.ts';
import { restoreBars } from './journaled-bars.ts';
import type { LeafJournal } from './leaf-journal.ts';
import type { RecordFiles } from './record-files.ts';
import { appendLeaves, type NewLeaf } from '../append/append-leaves.ts';
import { type FeedPosition, findFeed, follow, noPosition, saveFeed } from '../append/feed-position.ts';
import { expiryOfLeaf } from '../append/open-leaf.ts';
import { countLeaves, insertLeaves, type LeafRow, listLeafHashes } from '../append/record.repository.ts';
import { forked, type KnownHead } from '../sign/audit-record.ts';
import { RecordError, type RecordKey } from '../sign/record-key.ts';
import { parseSavedHead } from '../sign/record-tree.ts';

interface CompleteFromJournalDependencies extends Pick<RecordFiles, 'memory' | 'journal' | 'bars'> {
  readonly db: Database;
  readonly key: RecordKey;
  readonly clock: MarketClock;
  readonly crashPoint?: CrashHook;
  readonly log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
}

/** At a start, before anything is issued. */
export async function completeFromJournal(needs: CompleteFromJournalDependencies): Promise<void> {
  const { memory, key, log } = needs;
  const { path, count } = needs.journal;
  try {
    const saved = parseSavedHead(await memory.read(), key);
    if (saved !== null && saved.size > 0 && (await count()) === null)
      log.warn(
        { path },
        'the journal of the record is missing; it is written again if the database has all that was signed',
      );
    const replayed = await replayJournal(needs, saved);
    if (replayed) log.warn(replayed, 'the database was older than the record, and the journal completed it');
  } catch (error) {
    // Nothing is signed from here on either, which raises the alarm and is reported.
    if (!(error instanceof RecordError)) throw error;
    log.error({ err: error }, `the journal was not compared with the database: ${error.message}`);
  }
}

interface Replayed {
  readonly leaves: number;
  /** Signals that are not in the database although they are on the record: void. */
  readonly voided: number;
  /** Minutes that cannot be recomputed: their bars are in no file. */
  readonly withoutBars: number;
}

/**
 * Completes a database that was restored to an older state with the later leaves of the journal,
 * before anything is issued: the record continues without a fork. Null: nothing is missing. Throws
 * RecordError, and changes nothing, when the journal is not the continuation that was signed.
 * `saved`: the newest checkpoint beside the database; null: none.
 */
async function replayJournal(
  { db, journal, bars, clock, crashPoint = noCrash }: CompleteFromJournalDependencies,
  saved: KnownHead | null,
): Promise<Replayed | null> {
  const [before, count] = [await countLeaves(db), await journal.count()];
  if (count === null || count <= before) return null;
  await requireContinuation(db, journal, before, saved);
  let size = 0;
  let voided = 0;
  let withoutBars = 0;
  for await (const rows of journal.read()) {
    const missing = rows.filter(({ index }) => index >= before);
    size += rows.length;
    withoutBars += await inTransaction(db, async ({ tx }) => {
      const lost = await restoreBars(tx, bars, missing);
      await restoreLeaves(tx, missing);
      // In the transaction of the last leaves: a start after a crash replays nothing else.
      if (size >= count) voided = await voidLostSignals(tx, clock.now());
      crashPoint('replay.before-commit');
      return lost;
    });
  }
  return { leaves: size - before, voided, withoutBars };
}

/** The journal has the leaves of the database and the tree of the saved checkpoint. */
async function requireContinuation(
  db: Database,
  journal: LeafJournal,
  before: number,
  saved: KnownHead | null,
): Promise<void> {
  let size = 0;
  let edge: TreeEdge = [];
  const grow = (rows: readonly LeafRow[]): void => {
    const hashes = rows.map(({ leafHash }) => leafHash);
    edge = growTree(sha256, size, edge, hashes).edge;
    size += rows.length;
  };
  for await (const rows of journal.read()) {
    const stored = await listLeafHashes(db, size, size + rows.length);
    const differing = rows.find(({ index, leafHash }, i) => index < before && stored[i]?.equals(leafHash) !== true);
    if (differing) throw contradicts(journal, differing.index);
    const signed = saved ? rows.filter(({ index }) => index < saved.size) : [];
    grow(signed);
    if (saved?.size === size && !saved.root.equals(joinSubtrees(sha256, edge))) throw forked(size);
    grow(rows.slice(signed.length));
  }
  if (saved && size < saved.size) throw endsTooEarly(journal, size, saved.size);
}

/** Stores leaves with their hashes as they were, and everything in other tables that follows from them. */
async function restoreLeaves(tx: Transaction, rows: readonly LeafRow[]): Promise<void> {
  await settleSignals(tx, rows);
  await restoreMinutes(tx, rows);
  await orderWrites(tx);
  await insertLeaves(tx, rows);
  const positions = new Map<string, FeedPosition>();
  for (const row of rows) {
    const leaf = parseLeaf(row.leaf);
    if (!('feed' in leaf) || isCalibrationLeaf(leaf)) continue;
    const position = positions.get(leaf.feed) ?? (await findFeed(tx, leaf.feed)) ?? noPosition;
    positions.set(leaf.feed, follow(position, leaf));
  }
  for (const [feed, position] of positions) await saveFeed(tx, feed, position);
}

/** Signals that were open, or had another outcome, in the restored database. */
async function settleSignals(tx: Transaction, rows: readonly LeafRow[]): Promise<void> {
  for (const { kind, signalId, at, leaf: text } of rows) {
    const leaf = parseLeaf(text);
    if (isOutcomeLeaf(leaf))
      await tx.execute(sql`
        with settled as (
          update signals set status = 'settled', result = ${leaf.result}, close_price = ${leaf.closePrice},
            open_price = ${leaf.openPrice}, opened_at = ${leaf.openedAt}, expires_at = ${leaf.expiresAt},
            late = ${leaf.late ? JSON.stringify(leaf.late) : null}::jsonb
          where id = ${signalId} and status <> 'settled' returning id)
        insert into outcomes (signal_id, result, close_price, closing_tick_at, entry_tick_at, settled_at)
        select id, ${leaf.result}, ${leaf.closePrice}::float8, ${leaf.closingTickAt}::timestamptz,
          ${leaf.openedAt}::timestamptz, ${at}::timestamptz from settled
        on conflict do nothing`);
    else if (kind === 'void' && 'reason' in leaf)
      await tx.execute(sql`
        with settled as (
          update signals set status = 'settled', result = 'void', void_reason = ${leaf.reason}, late = null
          where id = ${signalId} returning id)
        insert into outcomes (signal_id, result, void_reason, settled_at)
        select id, 'void', ${leaf.reason}, ${at}::timestamptz from settled
        on conflict do nothing`);
  }
}

/** Minutes in shadow: open until their prices are recorded, then a marker. */
async function restoreMinutes(tx: Transaction, rows: readonly LeafRow[]): Promise<void> {
  for (const { signalId: id, at, leaf: text, leafHash } of rows) {
    const leaf = parseLeaf(text);
    if ('forecasts' in leaf)
      await tx.insert(shadowMinutes).values({
        id,
        feed: leaf.feed,
        issuedAt: at,
        dueAt: new Date(expiryOfLeaf(leaf)),
        leaf: text,
        leafHash,
      });
    else if ('prices' in leaf)
      await tx.execute(
        sql`update shadow_minutes set settled_at = ${at}, leaf = null, leaf_hash = null where id = ${id}`,
      );
  }
}

/**
 * Signals that were issued after the backup exist on the record alone: nobody holds them any more,
 * and their ticks are lost. Returns how many there are.
 */
async function voidLostSignals(tx: Transaction, now: number): Promise<number> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select s.signal_id as id from record_leaves s
    where s.kind = 'signal' and not exists (select 1 from signals where id = s.signal_id) and not exists (
      select 1 from record_leaves e where e.signal_id = s.signal_id and e.kind in ('outcome', 'void'))
    order by s."index"`);
  const at = new Date(now);
  await appendLeaves(
    tx,
    rows.map(({ id }): NewLeaf => {
      const leaf = { signal: id, result: 'void', reason: 'feed_gap', at: toInstant(now) } as const;
      return { kind: 'void', signalId: id, at, leaf };
    }),
  );
  return rows.length;
}
