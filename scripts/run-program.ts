import { spawn } from 'node:child_process';

interface Options {
  /** Shown only when the program fails. */
  readonly quiet?: boolean;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs an installed program under this very Node; answers its exit code. */
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
    const kept: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => kept.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => kept.push(chunk));
    child.once('error', reject);
    child.once('close', (code) => {
      if (quiet && code !== 0) process.stderr.write(Buffer.concat(kept));
      resolve(code ?? 1);
    });
  });
}
