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
  `id user_id symbol direction ai_model model_version duration p_up passability payout has_edge feed issued_at status
  open_price opened_at expires_at close_price result void_reason analytics chase_of taken_at deleted_at frees_slot record_index`.split(
    /\s+/,
  );
const statements = {
  open: `select ${columns.join()} from signals where user_id = $1 and status <> 'settled' and (not frees_slot or issued_at > $2)`,
  day: 'select user_id, stopped_until from day_stops where user_id = $1 and stopped_until > $2',
  lock: `select pg_advisory_xact_lock(hashtext('kurs.ordered_writes'))`,
  head: 'select id, size, newest_at, minute_index, minute, minute_at, decided_until, range, is_behind from record_head',
  found:
    'select "index", kind, at, "of", leaf, leaf_hash from record_leaves where "index" >= $1 and "index" < $2 order by "index"',
  stopped: 'select user_id from day_stops where user_id = any($1::uuid[]) and stopped_until > $2',
  signal: `insert into signals (${columns.join()}) values (${columns.map((_, i) => `$${i + 1}`).join()}) on conflict do nothing returning id`,
  event: `with stored as (
      insert into user_events (user_id, name, data, at)
      select "userId", name, data, at from jsonb_to_recordset($1::jsonb) as e("userId" uuid, name text, data jsonb, at timestamptz)
      returning id, user_id)
    select id, coalesce(lag(id) over (partition by user_id order by id),
      (select max(id) from user_events where user_id = stored.user_id), 0) as previous from stored order by id`,
  leaf: `insert into record_leaves ("index", kind, at, "of", leaf, leaf_hash)
    select "index", kind, at, "of", convert_to(leaf, 'utf8'), decode(hash, 'hex')
    from jsonb_to_recordset($1::jsonb) as l("index" bigint, kind text, at timestamptz, "of" bigint, leaf text, hash text)`,
  nodes: `insert into record_nodes (level, position, hash) select level, position, decode(hash, 'hex')
    from jsonb_to_recordset($1::jsonb) as n(level smallint, position bigint, hash text)`,
  due: 'insert into record_open ("index", minute, due_at) values ($1, null, $2)',
  grown: `update record_head set size = $1, newest_at = $2, minute_index = $3, minute = $4, minute_at = $5, decided_until = $6, range = $7
    where id = 1`,
};
const sha256 = (...parts: readonly (string | Buffer)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

const hashBytes = 32;
/** As large as the genesis and a minute of 28 pairs. */
const before = [2_000, 4_000].map((length) => JSON.stringify({ text: 'x'.repeat(length) }));

interface Head {
  readonly size: string;
  readonly minute_index: string | null;
  readonly minute: Date | null;
  readonly minute_at: Date | null;
  readonly decided_until: Date | null;
  readonly range: Buffer;
}

interface Appended {
  readonly kind: string;
  readonly of: number | null;
  readonly leaf: string;
  readonly at: Date;
}

async function readHead(client: pg.PoolClient): Promise<Head> {
  const [head] = (await client.query<Head>(statements.head)).rows;
  if (!head) throw new Error('record_head has no row');
  return head;
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
  await inTransaction(async (client) => {
    await client.query(statements.lock);
    const head = await readHead(client);
    await client.query(statements.stopped, [[userId], at]);
    for (const index of [1, 0]) await client.query(statements.found, [index, index + 1]);
    await client.query(statements.signal, toRow(signal, at, head.size));
    await client.query(statements.event, [JSON.stringify([{ at, data: signal, name: 'signal', userId }])]);
    await append(client, head, { kind: 'signal', of: 1, leaf: toLeaf(at), at });
    await client.query(statements.due, [head.size, new Date(at.getTime() + 660_000)]);
  });
  return signal;
}

async function inTransaction(write: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await write(client);
    await client.query('commit');
  } finally {
    client.release();
  }
}

async function append(client: pg.PoolClient, head: Head, leaf: Appended): Promise<void> {
  const index = Number(head.size);
  const leafHash = sha256('\0', leaf.leaf);
  const { nodes, range } = grow(index, head.range, leafHash);
  await client.query(statements.leaf, [JSON.stringify([{ ...leaf, index, hash: leafHash.toString('hex') }])]);
  if (nodes.length > 0) await client.query(statements.nodes, [JSON.stringify(nodes)]);
  const { minute_index, minute, minute_at, decided_until } = head;
  await client.query(statements.grown, [index + 1, leaf.at, minute_index, minute, minute_at, decided_until, range]);
}

function grow(index: number, range: Buffer, leafHash: Buffer) {
  const nodes: { level: number; position: number; hash: string }[] = [];
  let [left, hash, position] = [range, leafHash, index];
  for (let level = 1; position % 2 === 1; level++) {
    hash = sha256('\x01', left.subarray(-hashBytes), hash);
    left = left.subarray(0, -hashBytes);
    position = (position - 1) / 2;
    nodes.push({ level, position, hash: hash.toString('hex') });
  }
  return { nodes, range: Buffer.concat([left, hash]) };
}

const toRow = ({ id, userId }: { id: string; userId: string }, at: Date, recordIndex: string): unknown[] => [
  id,
  userId,
  'EURUSD',
  'BUY',
  'manual',
  'kurs_ai_v2',
  10,
  0.54,
  54,
  0.8,
  false,
  'peer:1',
  at,
  'entering',
  ...Array.from({ length: 6 }, () => null),
  analytics,
  ...Array.from({ length: 3 }, () => null),
  false,
  recordIndex,
];

function toLeaf(at: Date): string {
  const nonce = randomBytes(16).toString('hex');
  const what = { duration: 10, kind: 'signal', manual: true, model: 'kurs_ai_v2', nonce, of: 1, pair: 'EURUSD' };
  return JSON.stringify({ at, ...what, payout: 0.8, probability: 54, side: 'BUY' });
}

await inTransaction(async (client) => {
  for (const leaf of before)
    await append(client, await readHead(client), { kind: 'minute', of: null, leaf, at: new Date() });
});

let next = 0;
app.get('/signal', { onRequest: verifyToken }, () => issue(users[next++]?.id ?? ''));

console.log(`runs at ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
