import pg from 'pg';
import type { Database } from '#server/database/connection.ts';

export const growthTime = Date.parse('2027-01-09T12:00:00.000Z');

/** How much there is of everything: in proportion to the signals, so that each user has as much at any size. */
export interface Growth {
  readonly signals: number;
  readonly users: number;
  /** They have most signals. */
  readonly activeUsers: number;
  /** Signals of the user with most of them. */
  readonly exportedSignals: number;
}

export const getGrowth = (signals: number): Growth => ({
  signals,
  users: signals / 5,
  activeUsers: signals / 250,
  exportedSignals: signals / 16,
});

/** A random UUID of version 4 that follows from a text. */
const toUuid = (text: string): string => `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;
const getUserId = (number: string): string => toUuid(`'user ' || ${number}`);
const signalId = toUuid(`'signal ' || i`);
/** As large as a real one. */
const analytics = JSON.stringify({
  baseRate: 0.5,
  breakEven: 0.55,
  contributions: Array.from({ length: 52 }, (_, i) => ({
    feature: `feature_${i}`,
    value: i * 1.2345678,
    effect: i / 97,
  })),
  indicators: Array.from({ length: 20 }, (_, i) => ({ name: `indicator_${i}`, value: i * 1.7654321 })),
  levels: [{ name: 'high_60', price: 1.12345 }],
  sampleSize: 12_345,
  text: 'The model expects a rise within three minutes.',
});

const findUser = async (db: Database, number: number): Promise<string> => {
  const { rows } = await db.execute<{ id: string }>(`select ${getUserId(String(number))} as id`);
  return rows[0]?.id ?? '';
};

export const findExportingUser = (db: Database): Promise<string> => findUser(db, 0);
/** Users with about 125 signals each, at any size. */
export const findActiveUsers = (db: Database, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => findUser(db, i + 1)));

export const findSession = async (db: Database): Promise<string> => {
  const { rows } = await db.execute<{ id: string }>(`select ${toUuid(`'session ' || 7`)} as id`);
  return rows[0]?.id ?? '';
};

/** A million signals come with 200,000 users and three million leaves with their tree. */
export async function seedGrowth(url: string, growth: Growth, print: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // Without the checks of foreign keys and without waiting for the disk.
    await client.query(`set session_replication_role = replica; set synchronous_commit = off`);
    for (const [what, statement] of createStatements(growth)) {
      await client.query(statement);
      print(`${what} are there`);
    }
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

function createStatements({
  signals,
  users,
  activeUsers,
  exportedSignals,
}: Growth): readonly (readonly [string, string])[] {
  const at = `'2026-11-30T22:00:00Z'::timestamptz + (i - 1) * interval '40 days' / ${signals}`;
  const result = `case when i <= 200 then 'void' when i % 100 = 0 then 'neutral' when i % 2 = 0 then 'successful' else 'unsuccessful' end`;
  const isExported = `i % 16 = 0 and i / 16 <= ${exportedSignals}`;
  const unconfirmed = users / 10;
  const owner = getUserId(`case when ${isExported} then 0
  when i % 2 = 0 then 1 + i * 7919::bigint % ${activeUsers} else 1 + i * 104729::bigint % ${users - 1} end`);
  const symbol = `(array['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'EURJPY'])[1 + i % 5]`;
  const model = `(array['kurs_ai_v1', 'kurs_ai_v2', 'vip', '13_squad'])[1 + i % 4]`;
  const each = `from generate_series(1, ${signals}) i`;
  const otherLeaf = `'{"text":"' || repeat('x', 289) || '"}'`;
  const createLeaf = (text: string, kind: string, position: number, of: string) => `
  insert into record_leaves ("index", kind, at, "of", leaf, leaf_hash)
  select 3 * (i - 1) + ${position}, '${kind}', ${at}, ${of}, convert_to(${text}, 'utf8'), sha256(i::text::bytea) ${each}`;

  return [
    [
      'users',
      `insert into users (id, email, password_hash, lang, campaign, is_activated, referral_id, balance, balance_checked_at, created_at)
     select ${getUserId('i')}, 'person-' || i || '@mail-' || i % 500 || '.example', 'none', 'en', 'campaign-' || i % 300, i < ${users},
       case when i % 3 = 0 then i::text end, case when i % 3 = 0 then i % 300 end, now(), '2026-08-01'::timestamptz + i * interval '100 days' / ${users}
     from generate_series(0, ${users + unconfirmed - 1}) i`,
    ],
    [
      'signals',
      `insert into signals (id, user_id, symbol, direction, ai_model, model_version, duration, p_up, passability, payout, feed, issued_at, status,
       open_price, opened_at, expires_at, close_price, result, void_reason, analytics, record_index)
     select ${signalId}, ${owner}, ${symbol}, 'BUY', ${model}, 'v', 3, 0.57, 57, 0.8, 'simulated:1', ${at}, 'settled', 1.1, ${at}, ${at}, 1.2,
       ${result}, case when i <= 200 then 'no_tick' end, case when ${isExported} then ${'$analytics$'}${analytics}${'$analytics$'}::jsonb else '{}' end, 3 * (i - 1) + 1 ${each}`,
    ],
    [
      'outcomes',
      `insert into outcomes (signal_id, result, void_reason, close_price, settled_at)
     select ${signalId}, ${result}, case when i <= 200 then 'no_tick' end, 1.2, ${at} ${each}`,
    ],
    ['leaves of minutes', createLeaf(otherLeaf, 'minute', 0, 'null')],
    [
      'leaves of signals',
      createLeaf(
        `'{"at":"2026-12-01T00:00:00.000Z","duration":3,"kind":"signal","manual":false,"model":"' || ${model} || '","nonce":"00112233445566778899aabbccddeeff","of":' || 3 * (i - 1) || ',"pair":"EURUSD","payout":0.8,"probability":57,"side":"BUY"}'`,
        'signal',
        1,
        '3 * (i - 1)',
      ),
    ],
    ['leaves of outcomes', createLeaf(otherLeaf, 'outcome', 2, '3 * (i - 1) + 1')],
    [
      "nodes of the record's tree",
      Array.from({ length: Math.floor(Math.log2(3 * signals)) }, (_, i) => i + 1)
        .map(
          (level) => `insert into record_nodes (level, position, hash)
         select ${level}, i, sha256(i::text::bytea) from generate_series(0, ${Math.floor((3 * signals) / 2 ** level) - 1}) i`,
        )
        .join(';'),
    ],
    [
      'login sessions',
      `insert into sessions (id, user_id, created_at, expires_at)
     select ${toUuid(`'session ' || i`)}, ${getUserId('i')}, '2027-01-01', '2027-02-01'::timestamptz + i * interval '1 second' from generate_series(0, ${users - 1}) i`,
    ],
    [
      'alerts',
      `insert into alerts (id, user_id, kind, at, symbol, content, created_at, drop_at)
     select ${toUuid(`'alert ' || i`)}, ${owner}, 'alert', ${at}, ${symbol}, '{}', ${at}, ${at} from generate_series(1, ${signals}, 4) i`,
    ],
    [
      'events of users',
      `insert into user_events (user_id, name, data, at)
     select ${owner}, 'signal', jsonb_build_object('id', ${signalId}), ${at} ${each}`,
    ],
    [
      'ticks',
      `insert into ticks (feed, symbol, time, bid, ask)
     select 'simulated:1', 'PAIR' || i % 28, '2027-01-09'::timestamptz - (i / 28) * interval '1 second', 1.1, 1.1 ${each}`,
    ],
  ];
}
