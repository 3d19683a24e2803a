import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe } from 'vitest';
import { freePort } from '#server/database/free-port.ts';

const programs = ['valkey-server', 'redis-server'];
const program = programs.find((name) => spawnSync(name, ['--version']).status === 0) ?? null;
/** Whether a server is installed. */
export const hasValkey = program !== null;
const isSkipped = program === null && !process.env.CI;
if (isSkipped) console.warn(`Skipped, because neither is installed: ${programs.join(', ')} (.ci/run installs it).`);

/** For tests of a real server; skipped where none is installed, except in CI, where they fail. */
export const describeWithValkey: (name: string, tests: () => void) => void = describe.skipIf(isSkipped);

export interface TestValkey {
  readonly url: string;
  readonly process: () => ChildProcess;
  /** Ends the server at once, without its data. */
  kill(): Promise<void>;
  /** Starts it again at the same port. */
  restart(): Promise<void>;
}

/** A server of its own that stores nothing on disk. */
export async function startTestValkey(): Promise<TestValkey> {
  if (program === null) throw new Error(`neither of these is installed: ${programs.join(', ')}`);
  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn(program, settings, { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false }))
      if (String(chunk).includes('Ready to accept')) break;
    child.stdout.resume();
    return child;
  };
  let child = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    process: () => child,
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    restart: async () => {
      child = await start();
    },
  };
}
