import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';

/**
 * The peer of the HTTP rows, a separate process: Fastify with plain routes. DATABASE_URL: where
 * /insert writes its row. Prints its address and runs until it is stopped.
 */
const price = { symbol: 'EURUSD', price: 1.10123, bid: 1.10122, ask: 1.10124 };
/** As long as the analytics stored with a signal. */
const data = JSON.stringify({ ...price, text: 'x'.repeat(1_500) });
const insert = 'insert into bench_rows (id, at, data) values ($1, $2, $3)';

const app = fastify();
app.get('/price', async () => ({ ...price, time: new Date().toISOString() }));

if (process.env.DATABASE_URL !== undefined) {
  // The same pool size as the product.
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
  await pool.query('create table bench_rows (id uuid primary key, at timestamptz not null, data jsonb not null)');
  app.get('/insert', async () => {
    const row = { id: randomUUID(), at: new Date() };
    await pool.query(insert, [row.id, row.at, data]);
    return row;
  });
}

console.log(`runs at ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
