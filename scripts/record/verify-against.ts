import { recordCrypto } from '#node/notes.ts';
import { tileWidth, widthInTree } from '#record/tile.ts';
import { leafHash } from '#record/hash.ts';
import { sha256 } from '#node/sha256.ts';
import { Contradiction, firstDifference, openSignedTiles, type SignedTiles, type TileSource } from './signed-tiles.ts';
import { RefusedAnswer } from './fetch-answer.ts';
import type { Findings } from '#record/verify/findings.ts';
import type { RecordAddress } from './record-address.ts';
import { signedHead } from '#record/verify/signed-head.ts';

export interface Against {
  /** The tiles of the record. */
  readonly own: TileSource;
  /** A mirror, or another server of the same record. */
  readonly other: TileSource;
}

interface Compared extends Against {
  readonly record: RecordAddress;
  readonly key: string;
  /** Leaves whose content the record did not show. */
  readonly closed: ReadonlySet<number>;
}

/**
 * The record and the other copy must be one history: the larger tree begins with the smaller one,
 * and every leaf that is open in the copy is open in the record.
 */
export async function verifyAgainst(compared: Compared, findings: Findings): Promise<void> {
  const { own, other, key } = compared;
  const theirs = signedHead(recordCrypto, await other.checkpoint(), key, `the checkpoint of ${other.name}`, findings);
  const ours = signedHead(recordCrypto, await own.checkpoint(), key, 'the newest checkpoint', findings);
  if (!theirs || !ours) return;
  try {
    const otherTiles = await openSignedTiles(other, theirs);
    const leaf = await firstDifference(await openSignedTiles(own, ours), otherTiles);
    if (leaf === null) findings.holds(`${other.name} and the record are one history of ${ours.size} leaves`);
    else
      findings.fails(
        'history',
        `two histories: leaf ${leaf} of ${other.name} is not that of the record, and both are signed`,
      );
    await verifyOpened(compared, otherTiles, ours.size, findings);
  } catch (error) {
    if (error instanceof Contradiction) findings.fails('tiles', error.message);
    else if (error instanceof RefusedAnswer) findings.fails('withheld', `an answer is withheld: ${error.message}`);
    else throw error;
  }
}

async function verifyOpened(
  { record, other, closed }: Compared,
  tiles: SignedTiles,
  size: number,
  findings: Findings,
): Promise<void> {
  let opened = 0;
  for (let n = 0; widthInTree(0, n, tiles.size) > 0; n++) {
    const hashes = await tiles.hashes(0, n);
    for (const [i, entry] of (await other.entries(n, hashes.length)).entries()) {
      const leaf = n * tileWidth + i;
      opened++;
      if (!hashes[i]?.equals(leafHash(sha256, entry)))
        findings.fails('entry', `leaf ${leaf} of ${other.name} does not match its hash`);
      else if (leaf < size && closed.has(leaf) && !(await record.page(leaf, 1))[0]?.leaf)
        findings.fails('opened', `leaf ${leaf} is open in ${other.name} and withheld by the record`);
    }
  }
  findings.holds(`${opened} opened leaves of ${other.name} were compared`);
}
