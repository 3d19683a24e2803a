import { openAccountBook } from './account-book.ts';
import { createSandboxApp, SandboxEnvironment } from './create-sandbox-app.ts';
import { createSimulatedQuotes } from './simulated-quotes.ts';

const env = SandboxEnvironment.parse(process.env);

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

/**
 * If the port is in use, any free port is taken and printed in the ready line, which the product
 * reads; a sandbox that runs by itself is expected at its port.
 */
async function listen(port: number): Promise<string> {
  try {
    return await app.listen({ host: env.HOST, port });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' && port !== 0;
    if (!isTaken || !env.ENDS_WITH_INPUT) throw error;
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
