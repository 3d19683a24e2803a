import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from './start-program.ts';

interface Peer extends Program {
  readonly headers: { readonly authorization: string };
}

/** Each needs the installed peers. */
async function start(file: URL, env: Readonly<Record<string, string>>): Promise<Peer> {
  const program = await startProgram([fileURLToPath(file)], env);
  const token = await (await fetch(`${program.url}/token`)).text();
  return { ...program, headers: { authorization: `Bearer ${token}` } };
}

/** Answers a price at /price, behind the product's guards. */
export const startPricePeer = (): Promise<Peer> => start(new URL('../peers/price-fastify.ts', import.meta.url), {});

/** Makes the statements of a signal at /signal, for each user of the database in turn. */
export const startSignalPeer = (databaseUrl: string): Promise<Peer> =>
  start(new URL('../peers/signal-fastify.ts', import.meta.url), { DATABASE_URL: databaseUrl });
