import { createReadStream } from 'node:fs';
import { appendFile, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import type { Database } from '#server/database/connection.ts';
import { recordCheckpoints, recordCosignatures } from '#server/database/tables/record-tables.ts';
import { parseJsonLine } from '../journal/journal-line.ts';
import { readRoot } from '../sign/record-tree.ts';
import type { CheckpointRow } from '../sign/record-tree.repository.ts';

type CosignatureRow = typeof recordCosignatures.$inferSelect;

/**
 * Cosigned checkpoints in a file beside the database: a restored database would otherwise not be able
 * to show that its later leaves were seen in time. A cosignature that is not on disk yet is only one
 * proof less, so the file is not flushed and damaged lines are skipped.
 */
export type CosignedJournal = ReturnType<typeof createCosignedJournal>;

const Line = z.object({
  size: z.number().int().nonnegative(),
  root: z.string().transform((text) => Buffer.from(text, 'base64')),
  note: z.string(),
  signedAt: z.coerce.date(),
  witness: z.string(),
  cosignedAt: z.coerce.date(),
  line: z.string(),
});

/** More than the longest line. */
const tailBytes = 1 << 14;

export function createCosignedJournal(folder: string) {
  const path = join(folder, 'cosigned.ndjson');

  async function* read(from: number): AsyncGenerator<z.infer<typeof Line>> {
    for await (const text of createInterface({ input: createReadStream(path, { start: from }) })) {
      const line = parseJsonLine(Line, text);
      if (line) yield line;
    }
  }

  const lastSize = async (): Promise<number> => {
    const bytes = await stat(path).then(
      ({ size }) => size,
      () => 0,
    );
    let last = 0;
    if (bytes > 0) for await (const { size } of read(Math.max(0, bytes - tailBytes))) last = size;
    return last;
  };

  return {
    append: async ({ root, ...checkpoint }: CheckpointRow, cosignature: CosignatureRow): Promise<void> => {
      await mkdir(folder, { recursive: true });
      // The line break comes first, so that a line which was never finished spoils no other.
      await appendFile(path, `\n${JSON.stringify({ ...checkpoint, ...cosignature, root: root.toString('base64') })}`);
    },
    /** Stores those of more than `after` leaves that belong to the tree, which has grown beyond them. */
    restore: async (db: Database, after: number): Promise<void> => {
      if ((await lastSize()) <= after) return;
      for await (const { witness, cosignedAt, line, ...checkpoint } of read(0)) {
        const { size, root } = checkpoint;
        if (size <= after || !root.equals(await readRoot(db, size).catch(() => Buffer.alloc(0)))) continue;
        await db.insert(recordCheckpoints).values(checkpoint).onConflictDoNothing();
        await db.insert(recordCosignatures).values({ size, witness, cosignedAt, line }).onConflictDoNothing();
      }
    },
  };
}
