import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseOnlyArgument, runCommand, UsageError } from './command/run-command.ts';

const unreleased = '## Unreleased\n';

/**
 * npm run release -- <major | minor | patch | 1.2.3>
 * Checks and tests what is committed, then writes the version into package.json and the lock file, and the notes under
 * "Unreleased" in CHANGELOG.md under it, and commits and tags both. Pushing is left to you: git push --follow-tags.
 */
await runCommand(async () => {
  const usage = 'Name one step or version: npm run release -- minor (major, minor, patch or 1.2.3)';
  const step = parseOnlyArgument(usage);
  if (!/^(major|minor|patch|\d+\.\d+\.\d+)$/.test(step)) throw new UsageError(usage);
  if (output('git', 'status', '--porcelain') !== '')
    throw new UsageError('There are changes that are not committed. Commit them or put them away: git stash');
  const changelog = readFileSync('CHANGELOG.md', 'utf8');
  // Before minutes of tests, what can be seen at once.
  releaseNotes(changelog, 'next', '');

  run('npm', 'run', 'check');
  run('npm', 'test');
  const version = output('npm', 'version', step, '--no-git-tag-version', '--allow-same-version').replace(/^v/, '');
  const { text, notes } = releaseNotes(changelog, version, new Date().toISOString().slice(0, 10));
  writeFileSync('CHANGELOG.md', text);
  run('git', 'commit', '--quiet', '-m', `Release ${version}`, 'package.json', 'package-lock.json', 'CHANGELOG.md');
  run('git', 'tag', '-a', `v${version}`, '--cleanup=verbatim', '-m', `${version}\n\n${notes}`);
  process.stdout.write(`${version} is committed and tagged. Publish it: git push --follow-tags\n`);
});

/** The changelog with what stands under "Unreleased" moved to a version of this date (YYYY-MM-DD), and those notes alone. */
function releaseNotes(changelog: string, version: string, date: string): { text: string; notes: string } {
  const [before, after] = changelog.split(unreleased);
  if (before === undefined || after === undefined) throw new UsageError('CHANGELOG.md has no heading "## Unreleased".');
  const notes = (after.split(/^## /m)[0] ?? '').trim();
  if (notes === '')
    throw new UsageError('CHANGELOG.md says nothing under "Unreleased". Write there what users will notice.');
  return { text: `${before}${unreleased}\n## ${version} – ${date}\n${after}`, notes };
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) throw new UsageError(`Not released: ${command} ${args.slice(0, 2).join(' ')} failed.`);
}

function output(command: string, ...args: string[]): string {
  const { status, stdout } = spawnSync(command, args, { stdio: ['ignore', 'pipe', 'inherit'], encoding: 'utf8' });
  if (status !== 0) throw new UsageError(`Not released: ${command} ${args.slice(0, 2).join(' ')} failed.`);
  return stdout.trim();
}
