import type { Decrypter } from 'age-encryption';
import { listMigrations } from '#server/database/migrate-database.ts';
import { readRelease } from '#server/start/read-release.ts';
import { UsageError } from '#research/bars/usage-error.ts';
import { readArchive } from './archive.ts';
import type { Manifest, Totals } from './manifest.ts';

export interface VerifiedBackup {
  readonly manifest: Manifest;
  readonly totals: Totals;
  /** Of the demo that was backed up; null: SECRET was a setting. */
  readonly secret: string | null;
}

/** Reads all of it and changes nothing. Throws UsageError unless it is whole and this release knows its schema. */
export async function verifyArchive(path: string, decrypter: Decrypter | null): Promise<VerifiedBackup> {
  let manifest: Manifest | null = null;
  let secret: string | null = null;
  const totals = await readArchive(path, decrypter, {
    onManifest: (found) => void (manifest = found),
    onFile: (name, piece) => void (name === 'secret' && (secret = piece.toString().trim())),
    onRows: () => undefined,
  });
  if (!manifest) throw new UsageError(`${path} is damaged (its manifest is missing): take an older backup.`);
  requireKnownMigrations(manifest);
  return { manifest, totals, secret };
}

function requireKnownMigrations({ migrations, release }: Manifest): void {
  const known = new Set(listMigrations());
  const unknown = migrations.filter((migration) => !known.has(migration));
  if (unknown.length > 0)
    throw new UsageError(
      `The backup is newer than this release ${readRelease()}: it was made by release ${release} and has ${unknown.length} changes of the schema that are unknown here. Install that release or a newer one, then restore.`,
    );
}
