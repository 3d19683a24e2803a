import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryFolder } from './network/memory-folder.ts';

/** The product as an operator starts it: a separate process configured only by its environment. */
export interface Product {
  readonly url: string;
  readonly output: () => string;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Compiled modules that an earlier process has cached: without them a start takes a third longer. */
export const compileCache: Readonly<Record<string, string>> = process.env.NODE_COMPILE_CACHE
  ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }
  : {};

/** A start that is expected to end by itself; one that listens is stopped. */
export async function startToEnd(
  variables: Readonly<Record<string, string>>,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const dataDir = await mkdtemp(join(memoryFolder(), 'kurs-product-'));
  await chmod(dataDir, 0o755);
  const env = { PATH: process.env.PATH ?? '', PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn', ...variables };
  const child = spawn(process.execPath, [ownMain], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes('runs at')) child.kill('SIGTERM');
    });
  await once(child, 'close');
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  return { code: child.exitCode, output };
}

const ownMain = fileURLToPath(new URL('../../src/server/main.ts', import.meta.url));

/** `within`: a command that runs another one, such as in a namespace of its own. `main`: that of another release. */
export async function startProduct(
  variables: Readonly<Record<string, string>> = {},
  { within = [], main = ownMain }: { readonly within?: readonly string[]; readonly main?: string } = {},
): Promise<Product> {
  const dataDir = await mkdtemp(join(memoryFolder(), 'kurs-product-'));
  // When tests run as root the database belongs to PostgreSQL's user, who needs access to the
  // folder: otherwise it would be stored elsewhere.
  await chmod(dataDir, 0o755);
  const usual = {
    PATH: process.env.PATH ?? '',
    ...compileCache,
    PORT: '0',
    LOG_LEVEL: 'warn',
    // Signals at any hour, and no models running over past days beside the test.
    CALIBRATION_DAYS: '0',
  };
  const env = { ...usual, DATA_DIR: dataDir, ...variables };
  const [program, ...rest] = [...within, process.execPath, main];
  const child = spawn(program, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve())).then(() =>
    // A database that outlives a killed product for a moment may still write.
    rm(dataDir, { recursive: true, force: true, maxRetries: 5 }),
  );
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /runs at (http\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`the product ended before it listened:\n${output}`)));
  });
  return {
    url,
    output: () => output,
    process: child,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
