import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { recordCrypto, signNote, toPublicBytes, toVkey } from '#node/notes.ts';
import { sha256 } from '#node/sha256.ts';
import { checkpointText } from '#record/checkpoint.ts';
import { leafHash } from '#record/hash.ts';
import { canonicalLeaf, type SuccessionLeaf } from '#record/leaf.ts';
import { createFindings } from '#record/verify/findings.ts';
import { createLeafChecks } from '#record/verify/check-leaves.ts';

function aKey(name: string) {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { name, privateKey, vkey: toVkey({ name, publicKey: toPublicBytes(privateKey) }) };
}
const old = aKey('kurs.example/record');
const root = Buffer.alloc(32, 7).toString('base64');

const previous = signNote(checkpointText({ origin: old.name, size: 77, root }), old.name, old.privateKey);
const succession: SuccessionLeaf = {
  form: 'succession/1',
  previous,
  previousKey: old.vkey,
  reason: 'The disk was lost',
  at: '2026-11-22T09:00:00.000Z',
};

/** What is found where the leaf stands at this place. */
function check(leaf: SuccessionLeaf, index = 0): string {
  const lines: string[] = [];
  const checks = createLeafChecks(
    recordCrypto,
    createFindings((line) => void lines.push(line)),
    index,
  );
  const hash = Buffer.from(leafHash(sha256, canonicalLeaf(leaf))).toString('hex');
  checks.add({ index, kind: 'succession', at: leaf.at, leafHash: hash, leaf: { ...leaf } });
  return lines.join('\n');
}

it('a succession that carries the last note of the old record, signed by its key, is printed', () => {
  expect(check(succession)).toBe(
    'note   this record replaces kurs.example/record, which had 77 signed leaves and is not continued: "The disk was lost"',
  );
});

it.each<[string, SuccessionLeaf, number, string]>([
  ['after the first leaf', succession, 3, 'only the first leaf can follow another record'],
  ['without a note', { ...succession, previous: 'a text' }, 0, 'names no checkpoint of an older record'],
  ['by another key', { ...succession, previousKey: aKey(old.name).vkey }, 0, 'did not sign the checkpoint'],
  [
    'whose note was changed',
    { ...succession, previous: previous.replace('\n77\n', '\n7\n') },
    0,
    'did not sign the checkpoint',
  ],
])('A66: a succession %s fails', (_what, leaf, index, sentence) => {
  expect(check(leaf, index)).toMatch(new RegExp(`FAILS {2}leaf ${index}.*${sentence}`));
});
