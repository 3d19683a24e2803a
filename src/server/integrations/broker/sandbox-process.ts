import { fileURLToPath } from 'node:url';
import {
  type CompanionDependencies,
  type CompanionProcess,
  createCompanionProcess,
} from '#server/start/companion-process.ts';

const main = fileURLToPath(new URL('../../../sandbox-broker/main.ts', import.meta.url));

/** The sandbox broker beside the product; ready with its address. */
export const createSandboxProcess = (needs: CompanionDependencies): CompanionProcess =>
  createCompanionProcess({ ...needs, name: 'sandbox broker', main, readyLine: /^listening at (http:\/\/\S+)$/m });
