import { UsageError } from './command/usage-error.ts';

const unreleased = '## Unreleased\n';

/** The changelog with what stands under "Unreleased" moved to a version of this date (YYYY-MM-DD), and those notes alone. */
export function releaseNotes(changelog: string, version: string, date: string): { text: string; notes: string } {
  const [before, after] = changelog.split(unreleased);
  if (before === undefined || after === undefined) throw new UsageError('CHANGELOG.md has no heading "## Unreleased".');
  const notes = (after.split(/^## /m)[0] ?? '').trim();
  if (notes === '')
    throw new UsageError('CHANGELOG.md says nothing under "Unreleased". Write there what users will notice.');
  return { text: `${before}${unreleased}\n## ${version} – ${date}\n${after}`, notes };
}
