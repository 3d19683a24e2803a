import { type ChildProcess, spawn } from 'node:child_process';

export interface Program {
  readonly url: string;
  /** From spawning to the line that contains the address. */
  readonly startedInMs: number;
  readonly process: ChildProcess;
  /** Everything the program has printed so far. */
  readonly output: () => string;
  stop(): Promise<void>;
}

/** A server as a separate process, ready when it has printed "runs at http…". */
export async function startProgram(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Program> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk.toString();
      const address = /runs at (http\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(`${args.join(' ')} ended before it listened:\n${output}`)));
  });
  const startedInMs = performance.now() - startedAt;
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { url, startedInMs, process: child, output: () => output, stop };
}
