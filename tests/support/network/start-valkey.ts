import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '#server/database/embedded/postgres-server.ts';

export const valkeyPrograms = ['valkey-server', 'redis-server'];
const program = valkeyPrograms.find((name) => spawnSync(name, ['--version']).status === 0) ?? null;
/** Whether a server is installed. */
export const hasValkey = program !== null;

/** A server of its own; without other settings it stores nothing on disk. */
export async function startTestValkey(settings: readonly string[] = ['--save', '', '--appendonly', 'no']) {
  if (program === null) throw new Error(`neither of these is installed: ${valkeyPrograms.join(', ')}`);
  const port = await freePort();
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(program, ['--port', String(port), '--bind', '127.0.0.1', ...settings], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    for await (const chunk of child.stdout.iterator({ destroyOnReturn: false }))
      if (String(chunk).includes('Ready to accept')) break;
    child.stdout.resume();
    return child;
  };
  let child = await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    process: () => child,
    /** Ends the server at once, without its data. */
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    /** Starts it again at the same port. */
    restart: async () => {
      child = await start();
    },
  };
}

export type TestValkey = Awaited<ReturnType<typeof startTestValkey>>;
