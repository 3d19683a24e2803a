import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { app, verifyToken } from './guarded-app.ts';

/**
 * The peer of the row `signal`, a separate process: the product's guards, and through bare pg the
 * statements that the product makes of one signal, in the same transaction. It chooses nothing and
 * signs nothing. DATABASE_URL: a migrated database with users. Prints its address and runs until it
 * is stopped.
 */
// The same pool size as the product.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
const { rows: users } = await pool.query<{ id: string }>('select id from users order by id');
const feed = 'peer:1';
/** As large as those of a signal. */
const analytics = {
  text: 'The model expects a rise within ten minutes.',
  contributions: Array.from({ length: 52 }, (_, i) => ({
    feature: `feature_${i}`,
    value: i * 1.2345678,
    effect: i / 97,
  })),
};
const columns =
  `id user_id symbol direction ai_model model_version duration p_up passability has_edge feed issued_at status
  open_price opened_at expires_at close_price result void_reason analytics chase_of taken_at deleted_at frees_slot`.split(
    /\s+/,
  );
const statements = {
  open: `select ${columns.join()} from signals where user_id = $1 and status <> 'settled' and (not frees_slot or issued_at > $2)`,
  day: 'select user_id, stopped_until from day_stops where user_id = $1 and stopped_until > $2',
  lock: `select pg_advisory_xact_lock(hashtext('kurs.ordered_writes'))`,
  last: `select record_leaves."index", record_feeds.next_seq
    from record_leaves left join record_feeds on record_feeds.feed = $1 order by record_leaves."index" desc limit 1`,
  stopped: 'select user_id from day_stops where user_id = any($1::uuid[]) and stopped_until > $2',
  signal: `insert into signals (${columns.join()}) values (${columns.map((_, i) => `$${i + 1}`).join()}) on conflict do nothing returning id`,
  event: `with stored as (
      insert into user_events (user_id, name, data, at)
      select "userId", name, data, at from jsonb_to_recordset($1::jsonb) as e("userId" uuid, name text, data jsonb, at timestamptz)
      returning id, user_id)
    select id, coalesce(lag(id) over (partition by user_id order by id),
      (select max(id) from user_events where user_id = stored.user_id), 0) as previous from stored order by id`,
  feed: `insert into record_feeds (feed, next_seq, newest_at, covered_to) values ($1, $2, $3, $3)
    on conflict (feed) do update set next_seq = $2, newest_at = $3`,
  leaf: `insert into record_leaves ("index", kind, at, signal_id, leaf, leaf_hash)
    select "index", kind, at, "signalId", leaf, decode("leafHash", 'hex')
    from jsonb_to_recordset($1::jsonb) as l("index" bigint, kind text, at timestamptz, "signalId" uuid, leaf text, "leafHash" text)`,
};
const sha256 = (...parts: readonly (string | Buffer)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

interface Last {
  readonly index: string;
  readonly next_seq: string | null;
}

async function issue(userId: string): Promise<object> {
  const at = new Date();
  await pool.query(statements.open, [userId, new Date(at.getTime() - 660_000)]);
  await pool.query(statements.day, [userId, at]);
  const signal = {
    id: randomUUID(),
    userId,
    symbol: 'EURUSD',
    signal: 'BUY',
    time: at.toISOString(),
    duration: 10,
    analytics,
  };
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(statements.lock);
    const last = (await client.query<Last>(statements.last, [feed])).rows[0];
    await client.query(statements.stopped, [[userId], at]);
    await client.query(statements.signal, toRow(signal, at));
    await client.query(statements.event, [JSON.stringify([{ at, data: signal, name: 'signal', userId }])]);
    const seq = Number(last?.next_seq ?? 0);
    await client.query(statements.feed, [feed, seq + 1, at]);
    await client.query(statements.leaf, [JSON.stringify([toLeaf(signal.id, { seq, last, at })])]);
    await client.query('commit');
  } finally {
    client.release();
  }
  return signal;
}

const toRow = ({ id, userId }: { id: string; userId: string }, at: Date): unknown[] => [
  id,
  userId,
  'EURUSD',
  'BUY',
  'manual',
  'kurs_ai_v2',
  10,
  0.54,
  54,
  false,
  feed,
  at,
  'entering',
  ...Array.from({ length: 6 }, () => null),
  analytics,
  ...Array.from({ length: 3 }, () => null),
  false,
];

function toLeaf(id: string, { seq, last, at }: { seq: number; last: Last | undefined; at: Date }): object {
  const nonce = randomBytes(16).toString('hex');
  const leaf = JSON.stringify({ direction: 'BUY', duration: 10, feed, id, issuedAt: at, model: 'manual', nonce, seq });
  const leafHash = sha256('\0', leaf);
  const index = last ? Number(last.index) + 1 : 0;
  return { index, kind: 'signal', at, signalId: id, leaf, leafHash: leafHash.toString('hex') };
}

let next = 0;
app.get('/signal', { onRequest: verifyToken }, () => issue(users[next++]?.id ?? ''));

console.log(`runs at ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
