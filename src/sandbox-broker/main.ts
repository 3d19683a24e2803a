import { z } from 'zod';
import { openAccountBook } from './account-book.ts';
import { createSandboxApp } from './create-sandbox-app.ts';
import { createSimulatedQuotes } from './simulated-quotes.ts';

const env = z
  .object({
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
    /** Folder of the account book. */
    FOLDER: z.string().default('./data/sandbox-broker'),
    SEED_FILE: z.string().optional(),
    PARTNER_ID: z.string().default('demo'),
    /** On the pages; without it the id stands there. */
    PARTNER_NAME: z.string().optional(),
    /** Token that signs the partner's requests. */
    API_TOKEN: z.string().min(1),
    /** Seed of the product's simulated market; without it trades are decided by chance. */
    MARKET_SEED: z.coerce.number().int().optional(),
    RETURN_URL: z.string().optional(),
    /**
     * The parent process holds the other end of stdin: when it ends for any reason, this process
     * ends too.
     */
    ENDS_WITH_INPUT: z.literal('yes').optional(),
  })
  .parse(process.env);

const book = await openAccountBook({
  folder: env.FOLDER,
  seedFile: env.SEED_FILE || null,
  partner: env.PARTNER_ID,
  now: Date.now,
});
// Saves the settings, the seeds and the form secret at once.
await book.save();
const app = await createSandboxApp({
  book,
  partner: env.PARTNER_ID,
  partnerName: env.PARTNER_NAME || env.PARTNER_ID,
  token: env.API_TOKEN,
  returnUrl: env.RETURN_URL || null,
  quotes: env.MARKET_SEED === undefined ? null : createSimulatedQuotes(env.MARKET_SEED),
  now: Date.now,
  chance: Math.random,
});

/** If the port is in use, any free port is taken and printed in the ready line. */
async function listen(port: number): Promise<string> {
  try {
    return await app.listen({ host: env.HOST, port });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && port !== 0;
    if (!isTaken) throw error;
    return listen(0);
  }
}

async function stop(): Promise<void> {
  app.server.closeAllConnections();
  await app.close();
  await book.save();
  process.exit(0);
}

await listen(env.PORT);
const address = app.server.address();
const port = typeof address === 'object' && address ? address.port : env.PORT;
const host = ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST;
console.log(`listening at http://${host}:${port}`);

process.once('SIGTERM', () => void stop());
// The product receives a terminal's Ctrl-C as well and ends this process itself.
process.on('SIGINT', () => undefined);
if (env.ENDS_WITH_INPUT) process.stdin.once('end', () => void stop()).resume();
