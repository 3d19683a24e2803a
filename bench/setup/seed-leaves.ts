import { sql } from 'drizzle-orm';
import type { Database } from '#server/database/connection.ts';

const batch = 5_000;

/** Signals and outcomes alternately, generated in the database, with the hashes and the chain of a record. */
export async function seedLeaves(
  db: Database,
  { from, to }: { readonly from: number; readonly to: number },
  print: (line: string) => void,
): Promise<void> {
  await createChain(db);
  for (let at = from; at < to; at += batch) {
    const end = Math.min(to, at + batch);
    await db.execute(sql`
      insert into record_leaves ("index", kind, at, signal_id, leaf, leaf_hash, chain_hash)
      select i, kind, now(), id, leaf, hash, bench_chain(hash, before) over (order by i)
      from (
        select *, sha256('\\x00'::bytea || convert_to(leaf, 'UTF8')) as hash
        from (
          select i, id, case i % 2 when 0 then 'signal' else 'outcome' end as kind,
            case i % 2
            when 0 then format(
              '{"direction":"BUY","duration":5,"feed":"bench","id":"%s","issuedAt":"2026-01-02T03:04:05.678Z","model":"kurs_ai_v2","modelVersion":"1","nonce":"%s","passability":%s,"symbol":"EURUSD"}',
              id, md5(i::text), 54 + i % 9)
            else format(
              '{"closePrice":1.1001,"closingTickAt":"2026-01-02T03:09:05.900Z","expiresAt":"2026-01-02T03:09:06.000Z","openPrice":1.1,"openedAt":"2026-01-02T03:04:06.000Z","result":"%s","signal":"%s"}',
              case when i % 5 < 3 then 'successful' else 'unsuccessful' end, id)
            end as leaf
          from (
            select i, overlay(overlay(md5((i / 2)::text) placing '4' from 13) placing '8' from 17)::uuid as id
            from generate_series(${at}::int, ${end - 1}::int) i) numbered) made) hashed,
        (select coalesce(
          (select chain_hash from record_leaves where "index" = ${at - 1}), decode(repeat('00', 32), 'hex')) as before) earlier`);
    if (Math.floor(end / 250_000) > Math.floor(at / 250_000)) print(`${end} leaves`);
  }
}

/** The links of the chain, in the order of the window. */
async function createChain(db: Database): Promise<void> {
  await db.execute(sql`
    create or replace function bench_link(link bytea, hash bytea, before bytea) returns bytea
    language sql immutable as 'select sha256(coalesce(link, before) || hash)'`);
  await db.execute(sql`
    create or replace aggregate bench_chain(hash bytea, before bytea) (sfunc = bench_link, stype = bytea)`);
}
