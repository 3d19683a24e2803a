import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { migrateDatabase } from '#server/database/migrate-database.ts';

interface Writer {
  query(statement: string, values?: unknown[]): Promise<unknown>;
}

const lastMigration = '0016_account-deletion';

const Journal = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });

/** The schema of the first release: the migrations up to 0016. */
export async function migrateToFirstRelease(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'kurs-first-release-'));
  try {
    cpSync('migrations', folder, { recursive: true });
    const path = join(folder, 'meta', '_journal.json');
    const journal = Journal.parse(JSON.parse(readFileSync(path, 'utf8')));
    const end = journal.entries.findIndex(({ tag }) => tag === lastMigration) + 1;
    writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }));
    await migrateDatabase(url, { folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const settled = `
  insert into signals (id, user_id, symbol, direction, ai_model, model_version, duration, p_up, passability, feed,
    issued_at, status, open_price, opened_at, expires_at, close_price, result, analytics)
  select md5('signal' || i)::uuid, md5((i % 1000)::text)::uuid, 'EURUSD', 'BUY', 'kurs_ai_v2', '1', 5, 0.57, 57, 'deriv',
    now() - i * interval '10 s', 'settled', 1.1, now(), now(), 1.2, 'successful', '{}'
  from generate_series($1::int, $2::int) i`;
const outcomes = `
  insert into outcomes (signal_id, result, close_price, closing_tick_at, closing_bid, closing_ask, entry_tick_at, settled_at)
  select md5('signal' || i)::uuid, 'successful', 1.2, now(), 1.2, 1.2, now(), now() from generate_series($1::int, $2::int) i`;
const leaves = `
  insert into record_leaves ("index", kind, at, signal_id, leaf, leaf_hash, chain_hash)
  select 2 * i + k, case k when 0 then 'signal' else 'outcome' end, now(), md5('signal' || i)::uuid, repeat('x', 300),
    sha256(i::text::bytea), sha256(i::text::bytea)
  from generate_series($1::int, $2::int) i, generate_series(0, 1) k`;

/**
 * Inserts `count` settled signals, spread over a thousand users, with their outcomes and leaves.
 */
export async function seedSignals(client: Writer, count: number): Promise<void> {
  await client.query(`
    insert into users (id, email, password_hash, lang, created_at)
    select md5(i::text)::uuid, i || '@kurs.example', 'none', 'uk', now() from generate_series(0, 999) i`);
  const batch = 100_000;
  for (let from = 1; from <= count; from += batch)
    for (const statement of [settled, outcomes, leaves])
      await client.query(statement, [from, Math.min(count, from + batch - 1)]);
}

/**
 * Runs the statements of the first release, with its columns, for one signal from issue to
 * settlement. `round` makes the ids of each round unique.
 */
export async function writeAsFirstRelease(client: Writer, round: number): Promise<void> {
  const [id, userId, sessionId] = [randomUUID(), randomUUID(), randomUUID()];
  const leaf = 1_000_000_000 + 2 * round;
  const statements: readonly [string, readonly unknown[]][] = [
    [
      `insert into users (id, email, password_hash, lang, campaign, is_activated, activated_at, accepted_terms_at, is_blocked,
         role, is_self_excluded, referral_id, balance, balance_checked_at, created_at, deleted_at)
       values ($1::uuid, $1::uuid::text || '@kurs.example', 'none', 'uk', null, true, now(), now(), false, 'user', false, null, 100, now(), now(), null)`,
      [userId],
    ],
    [
      `insert into sessions (id, user_id, created_at, last_seen_at, user_agent, expires_at, revoked_at)
       values ($1, $2, now(), now(), '', now() + interval '30 days', null)`,
      [sessionId, userId],
    ],
    [
      `insert into refresh_tokens (token_hash, session_id, issued_at, rotated_at) values (sha256($1::uuid::text::bytea), $1::uuid, now(), null)`,
      [sessionId],
    ],
    [
      `insert into mails (id, user_id, kind, recipient, lang, sealed, status, attempts, queued_at, next_attempt_at, sent_at, last_fault)
       values ($1, $2, 'activation', 'a@kurs.example', 'uk', 'sealed', 'queued', 0, now(), now(), null, null)`,
      [id, userId],
    ],
    [`update mails set status = 'sent', attempts = 1, sealed = null, next_attempt_at = null where id = $1`, [id]],
    [
      `insert into signals (id, user_id, symbol, direction, ai_model, model_version, duration, p_up, passability, feed,
         issued_at, status, open_price, opened_at, expires_at, close_price, result, analytics, chase_of, taken_at, deleted_at)
       values ($1, $2, 'EURUSD', 'BUY', 'kurs_ai_v2', '1', 5, 0.57, 57, 'deriv', now(), 'entering', null, null, null, null, null, '{}',
         null, null, null)`,
      [id, userId],
    ],
    [
      `insert into record_leaves ("index", kind, at, signal_id, leaf, leaf_hash, chain_hash) values ($1, 'signal', now(), $2, '{}', '', '')`,
      [leaf, id],
    ],
    [
      `update signals set status = 'live', open_price = 1.1, opened_at = now(), expires_at = now() + interval '5 minutes' where id = $1`,
      [id],
    ],
    [
      `insert into ticks (feed, symbol, time, bid, ask) values ('deriv', 'EURUSD', now() + $1::int * interval '1 ms', 1.1, 1.1)
       on conflict do nothing`,
      [round],
    ],
    [
      `insert into outcomes (signal_id, result, void_reason, close_price, closing_tick_at, closing_bid, closing_ask, entry_tick_at, settled_at)
       values ($1, 'successful', null, 1.2, now(), 1.2, 1.2, now(), now())`,
      [id],
    ],
    [`update signals set status = 'settled', result = 'successful', close_price = 1.2 where id = $1`, [id]],
    [
      `insert into record_leaves ("index", kind, at, signal_id, leaf, leaf_hash, chain_hash) values ($1, 'outcome', now(), $2, '{}', '', '')`,
      [leaf + 1, id],
    ],
    [`insert into record_checkpoints (size, root, note, signed_at) values ($1, '', 'note', now())`, [leaf + 2]],
    [`insert into user_events (user_id, name, data, at) values ($1, 'result', '{}', now())`, [userId]],
    [
      `insert into balance_history (user_id, at, balance, is_self_excluded) values ($1, now(), 100, false) on conflict do nothing`,
      [userId],
    ],
    [
      `insert into attempt_counts (key, count, window_started_at, expires_at) values ($1, 1, now(), now())
       on conflict (key) do update set count = attempt_counts.count + 1`,
      [`login:${round}`],
    ],
  ];
  for (const [statement, values] of statements) await client.query(statement, [...values]);
}
