import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { minuteMs } from '#domain/time.ts';
import { createFigure } from '../figure.ts';
import type { Row } from '../row.ts';
import { startProgram } from '../setup/start-program.ts';

const weeks = 26;
const minutes = weeks * 7 * 24 * 60;
const signals = weeks * 10_000;
const start = '2026-03-02T00:00:00.000Z';
const server = fileURLToPath(new URL('../serve-record.ts', import.meta.url));
const command = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url));
/** Printed when a process of the command ends: the most memory that it had, KiB. */
const printMemory = `data:text/javascript,process.on('exit',()=>console.error('maxRSS%20'+process.resourceUsage().maxRSS))`;

export const verifyMillionRow: Row = {
  name: 'verify-million',
  what: `npm run verify-record over half a year: ${minutes} minutes, ${signals} signals; served by another process`,
  peer: 'none: a goal in megabytes',
  isOnRequest: true,
  async measure(print) {
    const { url, output, stop } = await startProgram(
      ['--max-old-space-size=12288', server, start, `${minutes}`, `${signals}`],
      {},
    );
    print(output().trim());
    const leaves = /(\d+) leaves/.exec(output())?.[1];
    try {
      const { seconds, megabytes } = await verify(url, new Date(Date.parse(start) + minutes * minuteMs), print);
      return [
        createFigure(`memory of the command at most, ${leaves} leaves`, 'MB', [megabytes], { atMost: 512 }),
        createFigure('the same, time', 's', [seconds]),
      ];
    } finally {
      await stop();
    }
  },
};

async function verify(url: string, at: Date, print: (line: string) => void) {
  const began = performance.now();
  const child = spawn(process.execPath, [command, 'verify-record', url, '--at', at.toISOString()], {
    env: { ...process.env, NODE_OPTIONS: `--import=${printMemory}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stderr.on('data', (line: Buffer) => print(line.toString().trim()));
  const [found, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  if (code !== 0) throw new Error(`the record does not verify (exit code ${code}):\n${found}${errors}`);
  const kibibytes = Math.max(...[...errors.matchAll(/maxRSS (\d+)/g)].map(([, kib]) => Number(kib)));
  return { seconds: (performance.now() - began) / 1000, megabytes: (kibibytes * 1024) / 1e6 };
}
