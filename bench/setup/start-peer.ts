import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from './start-program.ts';

const start = (file: string, env: Readonly<Record<string, string>>): Promise<Program> =>
  startProgram([fileURLToPath(new URL(file, import.meta.url))], env);

/** A route with the product's guards; needs the installed peers. */
export const startGuardedPeer = (): Promise<Program> => start('../peers/guarded-fastify.ts', {});

/** A route that inserts one row. */
export const startInsertingPeer = (databaseUrl: string): Promise<Program> =>
  start('../bare-fastify.ts', { DATABASE_URL: databaseUrl });
