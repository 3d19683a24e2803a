import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from './start-program.ts';

const bareFastify = fileURLToPath(new URL('../bare-fastify.ts', import.meta.url));

export const startPeer = (databaseUrl?: string): Promise<Program> =>
  startProgram([bareFastify], databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl });
