import { recordCrypto } from '#node/notes.ts';
import { tileWidth, widthInTree } from '#record/tile.ts';
import type { RecordKeyTerm } from '#record/record-handover.ts';
import { isObject } from '#domain/objects.ts';
import { leafHash } from '#record/hash.ts';
import { sha256 } from '#node/sha256.ts';
import type { MirrorFolder } from '../mirror/mirror-folder.ts';
import { openSignedTiles } from '../mirror/signed-tiles.ts';
import { Contradiction } from '../mirror/tile-source.ts';
import { createLeafChecks, type Item } from '#record/verify/check-leaves.ts';
import type { Findings } from '#record/verify/findings.ts';
import { kindFromFields } from '#record/verify/leaf-facts.ts';
import { signedHead, verifyKeyChain } from '#record/verify/signed-head.ts';

/** Verifies a mirror without the network: keys, checkpoint, tree, and every leaf that it has. Returns its keys. */
export async function verifyMirror(folder: MirrorFolder, findings: Findings): Promise<readonly RecordKeyTerm[]> {
  const note = await folder.checkpoint();
  const keys = (await folder.readKeys()) ?? [];
  verifyKeyChain(recordCrypto, keys, findings);
  const head = signedHead(recordCrypto, note, keys, 'the checkpoint of the mirror', findings);
  if (!head) return keys;
  const checks = createLeafChecks(recordCrypto, findings, 0);
  let opened = 0;
  try {
    const tiles = await openSignedTiles(folder, head);
    for (let n = 0; widthInTree(0, n, head.size) > 0; n++) {
      const hashes = await tiles.hashes(0, n);
      // A mirror stores them in order: after the first that it lacks there are none.
      const entries = opened === n * tileWidth ? await folder.entries(n, hashes.length) : [];
      for (const [i, entry] of entries.entries()) {
        if (!hashes[i]?.equals(leafHash(sha256, entry)))
          findings.fails('hash', `the text of leaf ${opened} does not match its hash`);
        checks.add(toItem(opened, entry, hashes[i] ?? Buffer.alloc(0)));
        opened++;
      }
    }
    findings.holds(`the tiles of all ${head.size} leaves lead to the signed root`);
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error;
    findings.fails('tiles', error.message);
  }
  checks.finish(null);
  if (opened < head.size) findings.notes(`from leaf ${opened} on, the mirror has hashes only`);
  return keys;
}

function toItem(index: number, entry: string, hash: Buffer): Item {
  const leaf = parseEntry(entry);
  const at = typeof leaf['issuedAt'] === 'string' ? leaf['issuedAt'] : '';
  return { index, kind: kindFromFields(leaf) ?? 'forecast', at, leafHash: hash.toString('hex'), leaf };
}

/** Anything else than an object has no field of a leaf, and fails as such. */
function parseEntry(entry: string): Record<string, unknown> {
  try {
    const leaf: unknown = JSON.parse(entry);
    return isObject(leaf) ? leaf : {};
  } catch {
    return {};
  }
}
