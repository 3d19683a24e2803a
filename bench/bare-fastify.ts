import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import pg from 'pg';

/**
 * The peer of the row `signal`, a separate process: a plain Fastify route that inserts one row into
 * DATABASE_URL. Prints its address and runs until it is stopped.
 */
/** As long as the analytics stored with a signal. */
const data = JSON.stringify({ symbol: 'EURUSD', price: 1.10123, text: 'x'.repeat(1_500) });
const insert = 'insert into bench_rows (id, at, data) values ($1, $2, $3)';

const app = fastify();
// The same pool size as the product.
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 });
await pool.query('create table bench_rows (id uuid primary key, at timestamptz not null, data jsonb not null)');
app.get('/insert', async () => {
  const row = { id: randomUUID(), at: new Date() };
  await pool.query(insert, [row.id, row.at, data]);
  return row;
});

console.log(`runs at ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
