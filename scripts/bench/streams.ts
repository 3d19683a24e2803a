import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { figureOf, quantile } from './figure.ts';
import { startOwnPostgres } from './own-postgres.ts';
import { cpuMs, residentKib } from './process-use.ts';
import type { Row } from './row.ts';
import { seedTokens, seedUsers } from './seed-users.ts';
import { startProduct } from './start-product.ts';
import { type Delivery, openStream } from './stream-client.ts';

const clients = 2_000;
const streamsAUser = 5;
const openAtOnce = 50;
const settleMs = 5_000;
const roundMs = 10_000;
const rounds = 3;

export const streamsRow: Row = {
  name: 'streams',
  what: `${clients.toLocaleString('en')} clients of /api/events beside the load generator, 28 prices a second`,
  peer: 'none yet',
  async measure(say) {
    say('starting the database and the product');
    const postgres = await startOwnPostgres();
    const SECRET = randomBytes(32).toString('hex');
    const product = await startProduct({ DATABASE_URL: postgres.url, SECRET });
    const sockets: Socket[] = [];
    try {
      const tokens = await seedTokens(postgres.db, await seedUsers(postgres.db, clients / streamsAUser), SECRET);
      await pause(settleMs);
      const before = residentKib(product.process.pid);
      let deliveries: Delivery[] = [];
      say('opening the streams');
      for (let i = 0; i < clients; i += openAtOnce) {
        const opened = Array.from({ length: Math.min(openAtOnce, clients - i) }, (_, j) =>
          openStream(product.url, tokens[(i + j) % tokens.length] ?? '', (delivery) => deliveries.push(delivery)),
        );
        sockets.push(...(await Promise.all(opened)));
      }
      await pause(settleMs);
      const measured = [];
      for (let round = 0; round < rounds; round += 1) {
        deliveries = [];
        const cpuBefore = cpuMs(product.process.pid);
        await pause(roundMs);
        const cpu = (cpuMs(product.process.pid) - cpuBefore) / roundMs;
        measured.push({ ...delaysOf(deliveries), cpu, each: (residentKib(product.process.pid) - before) / clients });
      }
      const lost = sockets.filter((socket) => socket.destroyed).length;
      return [
        figureOf(
          'p99 behind the newest price of the batch',
          'ms',
          measured.map(({ behind }) => quantile(behind, 0.99)),
          {
            atMost: 200,
          },
        ),
        figureOf(
          'p99 behind the first client that got the batch',
          'ms',
          measured.map(({ after }) => quantile(after, 0.99)),
        ),
        figureOf(
          'resident memory of the product for each client',
          'KiB',
          measured.map(({ each }) => each),
          { atMost: 27 },
        ),
        figureOf(
          'processor of the product',
          '% of a core',
          measured.map(({ cpu }) => 100 * cpu),
        ),
        figureOf(
          'batches delivered to each client a second',
          '',
          measured.map(({ after }) => after.length / clients / (roundMs / 1000)),
        ),
        figureOf('clients cut off', '', [lost]),
      ];
    } finally {
      for (const socket of sockets) socket.destroy();
      await product.stop();
      await postgres.stop();
    }
  },
};

/**
 * `after`: behind the first client of the same batch. `behind`: behind the newest price in it, which holds also what the
 * feed's own polling (every 100 ms) takes, so it is an upper bound.
 */
function delaysOf(deliveries: readonly Delivery[]): { after: number[]; behind: number[] } {
  const firsts = new Map<string, number>();
  for (const { batch, at } of deliveries) firsts.set(batch, Math.min(at, firsts.get(batch) ?? at));
  return {
    after: deliveries.map(({ batch, at }) => at - (firsts.get(batch) ?? at)),
    behind: deliveries.map(({ at, newestPrice }) => at - newestPrice),
  };
}
