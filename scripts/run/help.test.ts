import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const own = Object.entries(scripts).filter(([, line]) => line.startsWith('node scripts/run.mjs'));

it('every command but the formatter is one of the project', () => {
  expect(Object.keys(scripts).filter((name) => !own.some(([known]) => known === name))).toEqual(['format']);
});

it.each(own)('npm run %s -- --help prints how it is called, and does nothing else', (name, line) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...line.split(' ').slice(1), '--help'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(new RegExp(`^npm (run )?${name}\\b.*\\n*.{20}`));
});
