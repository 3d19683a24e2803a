import { type ChildProcess, spawn } from 'node:child_process';

interface Options {
  /** Output is shown only when the program fails. */
  readonly quiet?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs an installed program with the current Node; returns its exit code. */
export function runProgram(
  path: string,
  args: readonly string[],
  { quiet = false, env = {} }: Options = {},
): Promise<number> {
  return new Promise((resolve, reject) => {
    const output = quiet ? 'pipe' : 2;
    const child = spawn(process.execPath, [path, ...args], {
      stdio: ['ignore', output, output],
      env: { ...process.env, ...env },
    });
    const saved: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => saved.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => saved.push(chunk));
    const letGo = endTogether(child);
    child.once('error', reject);
    child.once('close', (code) => {
      letGo();
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(saved));
      resolve(code ?? 1);
    });
  });
}

/**
 * A signal to this process, or the end of its launcher, also ends the program, which would
 * otherwise keep running.
 */
function endTogether(child: ChildProcess): () => void {
  const end = () => void child.kill('SIGTERM');
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;
  for (const event of events) process.on(event, end);
  return () => {
    for (const event of events) process.off(event, end);
  };
}
