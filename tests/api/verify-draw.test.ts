import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PublishedDraw } from '#domain/contest/contest-draw.ts';
import { publicBytesOf, signNote, vkeyOf } from '#server/modules/record/signed-note.ts';

const file = new URL('../../docs/contest-draw-test-vectors.json', import.meta.url);
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: { draw: PublishedDraw }[] };
const draw = vectors[0]?.draw as PublishedDraw;
const name = 'kurs.example/record';
const { privateKey } = generateKeyPairSync('ed25519');
const vkey = vkeyOf({ name, publicKey: publicBytesOf(privateKey) });

const noteOf = ({ contest, entries, listHash, commitment }: PublishedDraw): string =>
  signNote(
    `${name}/contest\ncontest ${contest}\nentries ${entries.length}\nlist ${listHash}\ncommitment ${commitment}\n`,
    name,
    privateKey,
  );
const honest = { ...draw, beaconUrl: null, note: noteOf(draw) };

let answer: object | null;
const server = createServer((request, response) => {
  if (request.url === '/api/record/keys') return response.end(JSON.stringify([{ vkey, fromSize: 0, handover: null }]));
  return answer === null ? response.writeHead(404).end() : response.end(JSON.stringify(answer));
});
let address = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

function verify(published: object | null, ...args: string[]): Promise<{ code: number | null; output: string }> {
  answer = published;
  const { npm_lifecycle_event: _task, ...env } = process.env;
  const script = fileURLToPath(new URL('../../scripts/verify-draw.ts', import.meta.url));
  const child = spawn(process.execPath, [script, address, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, output })));
}

describe('npm run verify-draw', () => {
  it('accepts an honest draw, also against the values published before it', async () => {
    const { code, output } = await verify(
      honest,
      '--commitment',
      draw.commitment,
      '--list',
      draw.listHash,
      '--key',
      vkey,
    );
    expect(output).toContain('All checks passed.');
    expect(output).toContain('holds  the list was signed with the key of the public record');
    expect(output.match(/^holds/gm)).toHaveLength(8);
    expect(code).toBe(0);
  });

  it('detects a list that was changed after it was signed', async () => {
    const { code, output } = await verify({ ...honest, entries: draw.entries.toReversed() });
    expect(output).toContain('FAILS  the list does not have its hash');
    expect(code).toBe(1);
  });

  it('detects a commitment other than the one published before', async () => {
    const { code, output } = await verify(honest, '--commitment', 'ab'.repeat(32));
    expect(output).toMatch(/FAILS {2}it is \w{64} now, and was (ab){32} before/);
    expect(code).toBe(1);
  });

  it('reports when there is no draw', async () => {
    const { code, output } = await verify(null);
    expect([code, output]).toEqual([2, expect.stringContaining('has no draw')]);
  });
});
