import { isSame } from '#record/bytes.ts';
import type { TreeHead } from '#record/merkle-path.ts';
import { openHead } from '#record/signed-head.ts';
import type { RecordCrypto } from '#record/signed-note.ts';
import { continues, openSignedTiles, type SignedTiles } from '#record/signed-tiles.ts';
import type { Findings } from './findings.ts';
import type { TileSource } from './record-source.ts';

export type SeenNotes = ReturnType<typeof createSeenNotes>;

/** Rule 2: every signed note that was seen must be of one history. */
export function createSeenNotes(crypto: RecordCrypto, key: string, findings: Findings) {
  const heads = new Map<string, { readonly head: TreeHead; readonly what: string }>();
  /** Its tree; null: it is not signed by the record, which is reported. */
  const add = (note: string, what: string): TreeHead | null => {
    const head = heads.get(note)?.head ?? openHead(crypto, note, key);
    if (head) heads.set(note, { head, what });
    else findings.fails(2, null, `${what} is not signed by ${key}`);
    return head;
  };
  return {
    add,
    /** The newest tree must continue the one that was read and all of these. */
    verify: async (source: TileSource, tiles: SignedTiles): Promise<void> => {
      const newest = add(await source.checkpoint(), 'the newest checkpoint');
      if (!newest) return;
      const isSameTree = newest.size === tiles.size && isSame(newest.root, tiles.root);
      const grown = isSameTree ? tiles : await openSignedTiles(crypto.sha256, source.tile, newest);
      for (const { head, what } of [{ head: tiles, what: 'the tree that was read' }, ...heads.values()])
        if (!(await continues(crypto.sha256, grown, head)))
          findings.fails(2, null, `the newest tree of ${grown.size} leaves does not continue ${what}, of ${head.size}`);
      findings.holds(`the newest tree of ${grown.size} leaves was compared with every checkpoint that was seen`);
    },
  };
}
