import { recordPaths } from '#contract/paths.ts';
import type { RecordEntries } from '#contract/record/record.ts';
import { tilePath } from '#record/tile.ts';
import { type RecordSource, Withheld } from '#record/verify/record-source.ts';
import { getRecordBytes, NoAnswer } from './fetch-record.ts';

/** What the server refuses to show is withheld; what it cannot answer now rejects with `NoAnswer`. */
async function getBytes(path: string): Promise<Uint8Array> {
  try {
    return await getRecordBytes(path);
  } catch (error) {
    throw error instanceof NoAnswer && error.isClientError ? new Withheld(error.message) : error;
  }
}

const getText = async (path: string): Promise<string> => new TextDecoder().decode(await getBytes(path));
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its leaves are parsed and compared with the signed root
const getJson = async <Answer>(path: string): Promise<Answer> => JSON.parse(await getText(path)) as Answer;

/** The record of this site. */
export const httpSource: RecordSource = {
  name: 'this site',
  start: () => getJson(recordPaths.record),
  checkpoint: () => getText(recordPaths.checkpoint),
  tile: (tile) => getBytes(`${recordPaths.record}/${tilePath(tile)}`),
  bundle: (n, width) => getBytes(`${recordPaths.record}/${tilePath({ level: 'entries', n, width })}?closed=empty`),
  checkpoints: (from) => getJson(`${recordPaths.checkpoints}?from=${from}&limit=1000`),
  figures: (days) => getJson(`${recordPaths.figures}${days === null ? '' : `?days=${days}`}`),
  entries: () => getJson(recordPaths.entries),
  entry: (index) => getJson(recordPaths.entry.replace(':index', String(index))),
};

/** As a page lists them. `before`: only those with a smaller index; null: the newest. */
export const listEntries = (before: number | null): Promise<RecordEntries> =>
  getJson(`${recordPaths.entries}?limit=10${before === null ? '' : `&before=${before}`}`);
