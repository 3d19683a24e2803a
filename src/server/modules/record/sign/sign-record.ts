import { ne } from 'drizzle-orm';
import { sha256 } from '#node/notes.ts';
import { checkpointText } from '#record/signed-note.ts';
import type { TreeHead } from '#record/merkle-path.ts';
import { joinSubtrees } from '#record/merkle-tree.ts';
import { inTransaction, type Transaction } from '#server/database/connection.ts';
import { recordHead, recordOpen } from '#server/database/tables/record-tables.ts';
import { repeat, type Repeating } from '#server/jobs/repeat.ts';
import { readHead } from '../append/append-leaves.ts';
import type { RecordContext } from '../record-context.ts';
import { RecordError } from './record-key.ts';
import { type CheckpointRow, findLastCheckpoint, insertCheckpoint, parseSavedHead, readRoot } from './record-tree.ts';

/**
 * Signs all leaves. Throws RecordError instead of signing a tree that does not begin with what was
 * signed last, according to the database and to the note file beside it.
 */
export async function signRecord(ctx: RecordContext): Promise<CheckpointRow> {
  const { leaderDb, noteFile, saved, crashPoint } = ctx;
  saved.note ??= await noteFile.read();
  const row = await inTransaction(leaderDb, ({ tx }) => signNewest(ctx, tx));
  crashPoint('sign.after-commit');
  // Saved before it is published: a published note must be known after every restart.
  if (saved.note !== row.note) await noteFile.save(row.note);
  saved.note = row.note;
  crashPoint('sign.after-save');
  return row;
}

async function signNewest({ key, saved, clock, crashPoint }: RecordContext, tx: Transaction): Promise<CheckpointRow> {
  const { size, range } = await readHead(tx);
  const last = await findLastCheckpoint(tx);
  if (saved.note !== last?.note) await assertContinues(tx, parseSavedHead(saved.note, key), last?.size ?? 0);
  if (last) await assertContinues(tx, last, size);
  // More is signed once what was signed is saved.
  if (last && (last.size === size || last.note !== saved.note)) return last;
  const root = Buffer.from(joinSubtrees(sha256, range));
  const note = key.sign(checkpointText({ origin: key.name, size, root: root.toString('base64') }));
  const row = { size, root, note, signedAt: new Date(clock.now()) };
  await insertCheckpoint(tx, row);
  crashPoint('sign.before-commit');
  return row;
}

/** `size`: of the tree that must begin with this head. */
async function assertContinues(tx: Transaction, head: TreeHead | null, size: number): Promise<void> {
  if (!head) return;
  if (head.size > size)
    throw new RecordError(
      `the record has ${size} leaves, and ${head.size} were signed; restore a newer database, or begin a new record ` +
        'with npm run new-record (docs/operating.md, The record)',
    );
  if (!(await readRoot(tx, head.size)).equals(head.root))
    throw new RecordError(`the first ${head.size} leaves are not those that were signed`);
}

/** How soon a change is signed and published. */
const periodMs = 1_000;
/** While statements are open the newest is published again, for streams that connected since. */
const repeatMs = 10_000;
/** How long a start waits for a live feed to say the time; in a closed market none does. */
const feedWaitMs = 30_000;
/** Backoff after a record that no longer matches what was signed. */
const pauseMs = 30_000;

export interface Signing extends Repeating {
  /** One iteration; also what the timer runs. */
  poll(): Promise<void>;
}

/**
 * Signs the record whenever it has grown, publishes to every stream, and stops signing with an
 * alarm when the record no longer matches what was signed. Only in the leading process.
 */
export function signRegularly(ctx: RecordContext): Signing {
  const { leaderDb: db, clock, bus, log } = ctx;
  let published: { readonly size: number; readonly at: number } | null = null;
  let lastError: string | null = null;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let isStopping = false;
  let waitUntil = Number.NEGATIVE_INFINITY;

  /** Checkpoints are dated: none while the feed says another time, or may still say one. */
  const isTimeDoubted = (): boolean => {
    const says = ctx.feedSays();
    if (says === 'same') waitUntil = Number.NEGATIVE_INFINITY;
    return says === 'other' || clock.now() < waitUntil;
  };

  const publish = ({ size, note }: CheckpointRow): void => {
    published = { size, at: clock.now() };
    bus.publish({ name: 'checkpoint', data: { note }, userId: null, id: null });
  };

  const setBehind = async (isBehind: boolean): Promise<void> => {
    await db.update(recordHead).set({ isBehind }).where(ne(recordHead.isBehind, isBehind));
  };

  /** Each error once, until it changes or ends. */
  const alarm = (error: unknown): void => {
    const text = String(error);
    if (text === lastError || isStopping) return;
    lastError = text;
    if (error instanceof RecordError) log.fatal({ err: error }, `signing of the record stopped: ${error.message}`);
    else log.error({ err: error }, 'signing the record failed; retrying');
  };

  const signOnce = async (): Promise<void> => {
    try {
      const row = await signRecord(ctx);
      if (published === null || lastError !== null) await setBehind(false);
      if (lastError !== null) log.info('signing the record resumed');
      lastError = null;
      if (published?.size !== row.size) publish(row);
    } catch (error) {
      if (error instanceof RecordError) {
        pausedUntil = clock.now() + pauseMs;
        await setBehind(true);
      }
      throw error;
    }
  };

  const poll = async (): Promise<void> => {
    if (isTimeDoubted() || clock.now() < pausedUntil) return;
    if (published === null || lastError !== null || (await readHead(db)).size !== published.size) return signOnce();
    if (clock.now() - published.at < repeatMs || (await db.$count(recordOpen)) === 0) return;
    const last = await findLastCheckpoint(db);
    if (last) publish(last);
  };

  const polling = repeat({
    firstAfterMs: 0,
    everyMs: periodMs,
    task: poll,
    onError: alarm,
    after: ctx.scheduler.after,
  });
  return {
    poll,
    start: () => {
      waitUntil = clock.now() + feedWaitMs;
      polling.start();
    },
    stop: () => {
      isStopping = true;
      return polling.stop();
    },
  };
}
