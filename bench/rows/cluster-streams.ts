import { randomBytes } from 'node:crypto';
import { startTestValkey } from '#tests/support/network/start-valkey.ts';
import { type Figure, createFigure } from '../figure.ts';
import { holdStreams } from '../load/hold-streams.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { seedTokens, seedUsers } from '../setup/seed-users.ts';
import { startProduct } from '../setup/start-product.ts';
import { computeFigures, serverSentEvents, streamsAUser } from './streams.ts';

const apiCount = 3;
/** One after the other, on the same processes. */
const clientCounts = [1_000, 3_000, 10_000];

export const clusterStreamsRow: Row = {
  name: 'cluster-streams',
  isOnRequest: true,
  what: `${clientCounts.join(', ')} clients of ${apiCount} api processes beside the load generator, prices from an engine through Valkey`,
  peer: 'the row streams',
  async measure(print) {
    const [postgres, valkey] = [await startOwnPostgres(), await startTestValkey()];
    const SECRET = randomBytes(32).toString('hex');
    const shared = { DATABASE_URL: postgres.url, REDIS_URL: valkey.url, SECRET, DEMO: 'on' };
    const engine = await startProduct({ ...shared, ROLE: 'engine' });
    const servers = await Promise.all(Array.from({ length: apiCount }, () => startProduct({ ...shared, ROLE: 'api' })));
    try {
      const figures: Figure[] = [];
      for (const clients of clientCounts) {
        const users = await seedUsers(postgres.db, Math.ceil(clients / streamsAUser));
        const tokens = await seedTokens(postgres.db, users, SECRET);
        const wires = Array.from({ length: clients }, (_, i) => serverSentEvents(tokens[i % tokens.length] ?? ''));
        print(`holding ${clients} streams`);
        const held = await holdStreams({ servers, wires });
        const whose = `${clients} clients: `;
        // What a process gives back meanwhile hides the memory of few clients.
        const memory = clients === Math.max(...clientCounts) ? { atMost: 27 } : null;
        figures.push(...computeFigures(whose, held.rounds, { delay: { atMost: 200 }, memory }));
        figures.push(createFigure(`${whose}cut off`, '', [held.cutOff], { atMost: 0 }));
      }
      return figures;
    } finally {
      for (const server of [...servers, engine]) await server.stop();
      await valkey.kill();
      await postgres.stop();
    }
  },
};
