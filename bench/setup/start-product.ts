import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Program, startProgram } from './start-program.ts';

const main = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));
/** Balances are seeded as just checked, so the broker, at an unused port, is not called. */
const settings = {
  FEED: 'simulated',
  RATE_LIMIT_PER_MINUTE: '0',
  LOG_LEVEL: 'warn',
  PORT: '0',
  BROKER_API_URL: 'http://127.0.0.1:9',
  // Signals at any hour of the day.
  CALIBRATION_DAYS: '0',
};

/**
 * The product as a separate process on a simulated market; without DATABASE_URL it uses its own
 * database.
 */
export async function startProduct(env: Readonly<Record<string, string>> = {}): Promise<Program> {
  const dataDir = mkdtempSync(join(tmpdir(), 'kurs-bench-'));
  chmodSync(dataDir, 0o711);
  const program = await startProgram([main], { ...settings, DATA_DIR: dataDir, ...env });
  const stop = async (): Promise<void> => {
    await program.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...program, stop };
}
