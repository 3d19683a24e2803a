import type { LeafJournal } from '#server/modules/record/journal/leaf-journal.ts';
import { openRecordFiles, type RecordFiles } from '#server/modules/record/journal/record-files.ts';
import type { LeafRow } from '#server/modules/record/append/record.repository.ts';
import type { SimulatedProcess } from './simulated-process.ts';

/** The real files of the record, each access of which is an operation of this process. */
export function openSimulatedRecordFiles({ onDisk }: SimulatedProcess, folder: string): RecordFiles {
  const { memory, journal, bars, cosigned } = openRecordFiles(folder);
  async function* read(from: LeafJournal['read']): AsyncGenerator<readonly LeafRow[]> {
    yield* await onDisk('journal read', () => collect(from()));
  }
  return {
    memory: {
      read: () => onDisk('memory read', memory.read),
      save: (note) => onDisk('memory save', () => memory.save(note)),
    },
    journal: {
      path: journal.path,
      read: () => read(journal.read),
      readBeside: () => read(journal.readBeside),
      readAfter: async (audited) => {
        const rows = await onDisk('journal read', async () => {
          const after = await journal.readAfter(audited);
          return after && (await collect(after));
        });
        return rows && listed(rows);
      },
      count: () => onDisk('journal count', journal.count),
      append: (rows) => onDisk('journal append', () => journal.append(rows)),
    },
    bars: {
      append: (day, lines) => onDisk('bars append', () => bars.append(day, lines)),
      read: (day) => onDisk('bars read', () => bars.read(day)),
      isExported: (day) => onDisk('bars exported', () => bars.isExported(day)),
    },
    cosigned: {
      append: (checkpoint, cosignature) => onDisk('cosigned append', () => cosigned.append(checkpoint, cosignature)),
      // Each row that it restores would be a statement within an operation on files: no database is lost here.
      restore: async () => undefined,
    },
  };
}

async function* listed<T>(chunks: readonly T[]): AsyncGenerator<T> {
  yield* chunks;
}

async function collect<T>(chunks: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return all;
}
