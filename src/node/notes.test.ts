import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkpointText, parseCheckpoint, parseNote } from '../record/signed-note.ts';
import { openNote, parseVkey, signNote, toPublicBytes, toVkey } from '#node/notes.ts';
import type { VerifierKey } from '#record/signed-note.ts';

const getKey = (vkey: string): VerifierKey => {
  const key = parseVkey(vkey);
  if (!key) throw new Error(`not a key: ${vkey}`);
  return key;
};

/** golang.org/x/mod/sumdb/note, the origin of the C2SP signed-note format. */
const neumann = {
  vkey: 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  text: "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n",
  signature:
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=',
};
const note = `${neumann.text}\n${neumann.signature}\n`;

describe('a note signed by others', () => {
  it('opens with their key', () => {
    expect(openNote(note, getKey(neumann.vkey))).toBe(neumann.text);
    expect(toVkey(getKey(neumann.vkey))).toBe(neumann.vkey);
  });

  it.each([
    ['a changed text', note.replace('answer', 'cause')],
    ['a changed signature', note.replace('x08go/ZJ', 'x08go/ZK')],
    ['another name', note.replace('— PeterNeumann', '— PeterNeuman')],
    ['no signature', `${neumann.text}\n`],
    ['no blank line', neumann.text + neumann.signature],
    ['a line that is not a signature', `${note}signed: me\n`],
    ['nothing', ''],
  ])('does not open with %s', (_what, forged) => {
    expect(openNote(forged, getKey(neumann.vkey))).toBeNull();
  });

  it('opens next to signatures of unknown keys, whatever their content', () => {
    const cosigned = `${note}— witness.example dGhlcmUgaXMgbm90aGluZw==\n`;
    expect(openNote(cosigned, getKey(neumann.vkey))).toBe(neumann.text);
  });

  it('does not open when one of two signatures of its key is invalid', () => {
    const twice = `${note}${neumann.signature.replace('NnAM=', 'NnBM=').replace('BwJnAM=', 'BwJnBM=')}\n`;
    expect(parseNote(twice)?.signatures).toHaveLength(2);
    expect(openNote(twice, getKey(neumann.vkey))).toBeNull();
  });
});

describe('a key', () => {
  it.each([
    ['another id', neumann.vkey.replace('c74f20a3', 'c74f20a4')],
    ['another name', neumann.vkey.replace('Peter', 'Petra')],
    ['another kind', neumann.vkey.replace('+ARpc', '+BRpc')],
    ['a space', `Peter Neumann${neumann.vkey.slice(12)}`],
    ['too few bytes', neumann.vkey.slice(0, -4)],
  ])('is rejected with %s', (_what, vkey) => {
    expect(parseVkey(vkey)).toBeNull();
  });
});

describe('a checkpoint', () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = { name: 'kurs.example/record', publicKey: toPublicBytes(privateKey) };
  const root = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';

  it('matches the text of the specification and opens from its own signature', () => {
    const text = checkpointText({ origin: key.name, size: 20_852_163, root });
    expect(text).toBe(`kurs.example/record\n20852163\n${root}\n`);
    const signed = signNote(text, key.name, privateKey);
    expect(signed).toMatch(/^kurs\.example\/record\n20852163\n.{44}\n\n— kurs\.example\/record [\w+/]{90,}=*\n$/);
    expect(openNote(signed, getKey(toVkey(key)))).toBe(text);
    expect(parseCheckpoint(text)).toEqual({ origin: key.name, size: 20_852_163, root });
  });

  it.each([
    '',
    'a\n1\n',
    `a\n01\n${root}\n`,
    `a\n-1\n${root}\n`,
    `a\n1\n${root}`,
    `a\n1\nshort=\n`,
    `a\n1\n${root}\n\nmore\n`,
  ])('is rejected as %j', (text) => {
    expect(parseCheckpoint(text)).toBeNull();
  });
});
