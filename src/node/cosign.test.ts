import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { cosignedMessage, parseCosignature } from '#record/signed-note.ts';
import { parseNote, toNote } from '../record/signed-note.ts';
import {
  cosign,
  getWitnessId,
  openCosignature,
  openNote,
  parseVkey,
  parseWitnessVkey,
  signNote,
  toPublicBytes,
  toWitnessVkey,
} from '#node/notes.ts';

/** The example of C2SP tlog-cosignature. */
const example = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;
/** Of transparency-dev/formats, the reference implementation in Go. */
const vkey = 'remora.n621.de+da77ade7+BOvN63jn/bLvkieywe8R6UYAtVtNbZpXh34x7onlmtw2';
const signedIn2024 =
  'ZGhGuQAAAABm/qTPeyKXD+R2rzyQsxPiP8mXum7qq/iF0u4vanlqJyocWODBt97w9uL+8qT7S5gxEHWWOworDcFiEBYJXORmnFBOBA==';

/** Published by a public log (Certificate Transparency, staging) and cosigned by that witness in 2026. */
const publicCheckpoint = `arche2025h1.staging.ct.transparency.dev
1432088532
U7WM79jrzyhGZ5/GUBTpM7NzwdyfFx61t3RovgcC4Ro=

— arche2025h1.staging.ct.transparency.dev ui8GwCF1+kWqZrxGdhj4aX3gcw7XUlXQQabg/27lefwhUkzbC3NygNI75MdhL1bfTW9g8Ei59RA23oHP7Ry1k3ZFWwQ=
— witness.stagemole.eu Z/euoAAAAABqEiEgw0i+7g2ENfDAWHmtRzCfKTHSDwYDJA2NmKeGi9Y8FtEyOUvVr+AJmIY/2TUFucgKi7lI7cUiOvKFYe/TmN9DAg==
— remora.n621.de 2net5wAAAABqEiEgPlfF3V06o0Y+fHM+J5J9s27wgxxcOVSpZ/2g/KSiXCg9DEZI+aVCIobWX9sXTynk5XeU/zZ0WBxtqB0DrAWfBw==
`;

const toBytes = (value: string) => Buffer.from(value, 'base64').subarray(4);

describe('the form of a cosignature', () => {
  it('is that of the specification', () => {
    const { text, signatures } = parseNote(example) ?? { text: '', signatures: [] };
    const found = parseCosignature(toBytes(signatures[1]?.value ?? ''));
    expect(found).toMatchObject({ time: 1_679_315_147 });
    expect(found?.signature).toHaveLength(64);
    expect(cosignedMessage(text, 1_679_315_147)).toBe(
      'cosignature/v1\ntime 1679315147\nexample.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n',
    );
    expect(parseCosignature(toBytes(signedIn2024))?.time).toBe(1_727_964_367);
  });

  it.each([
    ['a plain signature', Buffer.alloc(64, 1)],
    ['no time', Buffer.alloc(72)],
    ['a time beyond what a date can hold', Buffer.alloc(72, 0xff)],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', (_what, bytes) => {
    expect(parseCosignature(bytes)).toBeNull();
  });
});

it('opens the cosignatures that others’ witnesses gave a public log', () => {
  const { text, signatures } = parseNote(publicCheckpoint) ?? { text: '', signatures: [] };
  const keys = [vkey, 'witness.stagemole.eu+67f7aea0+BEqSG3yu9YrmcM3BHvQYTxwFj3uSWakQepafafpUqklv'].map(
    parseWitnessVkey,
  );
  for (const key of keys) {
    expect(key && openCosignature(text, signatures, key)?.time).toBe(1_779_573_024);
    expect(key && openCosignature(text.replace('1432088532', '1432088533'), signatures, key)).toBeNull();
  }
});

describe('the key of a witness', () => {
  it('has a type of its own', () => {
    const key = parseWitnessVkey(vkey);
    expect(key?.name).toBe('remora.n621.de');
    expect(key && toWitnessVkey(key)).toBe(vkey);
    expect(key && getWitnessId(key)).toBe('remora.n621.de+da77ade7');
    expect(parseVkey(vkey)).toBeNull();
    expect(parseWitnessVkey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW')).toBeNull();
  });
});

describe('a cosigned checkpoint', () => {
  const log = generateKeyPairSync('ed25519').privateKey;
  const witness = generateKeyPairSync('ed25519').privateKey;
  const origin = { name: 'kurs.example/record', publicKey: toPublicBytes(log) };
  const key = { name: 'witness.example/w1', publicKey: toPublicBytes(witness) };
  const text = `${origin.name}\n2\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n`;
  const time = 1_772_452_800;
  const line = cosign(text, key.name, witness, time);

  it('opens with the witness’s key at the time that it states, and still with the log’s key', () => {
    expect(openCosignature(text, [line], key)).toEqual({ time, signature: line });
    const note = signNote(text, origin.name, log);
    const cosigned = toNote({ text, signatures: [...(parseNote(note)?.signatures ?? []), line] });
    expect(openNote(cosigned, origin)).toBe(text);
  });

  it.each([
    ['another text', text.replace('\n2\n', '\n3\n'), line, key],
    ['another witness', text, line, { ...key, publicKey: origin.publicKey }],
    ['another name', text, { ...line, name: 'witness.example/w2' }, key],
    ['another time', text, { ...line, value: moved(line.value) }, key],
    ['a signature without a time', text, { name: key.name, value: plain() }, key],
  ])('does not open with %s', (_what, signed, signature, by) => {
    expect(openCosignature(signed, [signature], by)).toBeNull();
  });

  function moved(value: string): string {
    const bytes = Buffer.from(value, 'base64');
    bytes[11] = (bytes[11] ?? 0) ^ 1;
    return bytes.toString('base64');
  }

  function plain(): string {
    return parseNote(signNote(text, key.name, witness))?.signatures[0]?.value ?? '';
  }
});
