import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';

/** The product's settings, as it reads them itself. */
export function loadSettings(): void {
  if (existsSync('.env')) loadEnvFile('.env');
}
