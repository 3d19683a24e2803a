import { generateKeyPairSync } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { checkpointText } from '#record/signed-note.ts';
import { consistencyPath } from '#record/merkle-path.ts';
import { computeRoot } from '#record/merkle-tree.ts';
import { signNote, toPublicBytes, toVkey, sha256 } from '#node/notes.ts';
import { createFakeWitness, serveWitness } from '#tests/support/record/fake-witness.ts';
import { httpWitness, type Witness } from './witness.ts';
import { closeServer, listenLocally } from '#tests/support/network/local-server.ts';

/** A log whose operator signs any history. */
function createTestLog(origin = 'log.example/record') {
  const { privateKey } = generateKeyPairSync('ed25519');
  const getRoot = (leaves: readonly Buffer[]): string => Buffer.from(computeRoot(sha256, leaves)).toString('base64');
  return {
    origin,
    vkey: () => toVkey({ name: origin, publicKey: toPublicBytes(privateKey) }),
    note: (leaves: readonly Buffer[]): string =>
      signNote(checkpointText({ origin, size: leaves.length, root: getRoot(leaves) }), origin, privateKey),
    getProof: (from: number, leaves: readonly Buffer[]): string[] =>
      consistencyPath(from, leaves.length).map((range) => getRoot(leaves.slice(range.from, range.to))),
  };
}

/** Leaves that follow from a seed: another seed is another history. */
const listLeaves = (size: number, seed = 1): Buffer[] =>
  Array.from({ length: size }, (_, i) => Buffer.from(sha256(`${seed}:${i}`)));

const log = createTestLog();
const still = new AbortController().signal;
const submission = (from: number, to: number, seed = 1) => {
  const leaves = listLeaves(to, seed);
  return { oldSize: from, proof: log.getProof(from, leaves), note: log.note(leaves) };
};

describe('a witness', () => {
  const fake = createFakeWitness({ name: 'witness.example/w1', now: Date.now });
  let running: Awaited<ReturnType<typeof serveWitness>>;
  let witness: Witness;

  beforeAll(async () => {
    fake.watch(log.origin, log.vkey());
    running = await serveWitness(fake);
    witness = httpWitness({ vkey: fake.vkey, url: running.url });
  });
  afterAll(() => running.close());

  it('cosigns, and names its latest size to another one', async () => {
    expect(await witness.addCheckpoint(submission(0, 5), still)).toMatchObject({
      kind: 'cosigned',
      signatures: [{ name: 'witness.example/w1' }],
    });
    expect(await witness.addCheckpoint(submission(3, 8), still)).toEqual({ kind: 'other_size', size: 5 });
  });

  it.each([
    ['inconsistent', () => submission(5, 8, 2)],
    ['unknown_log', () => ({ ...submission(5, 8), note: createTestLog('other/record').note(listLeaves(8)) })],
    ['unknown_key', () => ({ ...submission(5, 8), note: createTestLog(log.origin).note(listLeaves(8)) })],
    ['invalid_answer', () => ({ ...submission(5, 8), proof: ['no hash'] })],
  ])('rejects with %s', async (kind, made) => {
    await expect(witness.addCheckpoint(made(), still)).rejects.toMatchObject({ name: 'WitnessError', kind });
  });
});

describe('a witness that does not keep to the protocol', () => {
  let behave: RequestListener = (_request, response) => void response.end();
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(request.url ?? '');
    // Each request has a connection of its own.
    response.setHeader('connection', 'close');
    behave(request, response);
  });
  let url = '';
  const ask = (timeoutMs = 5_000): Promise<unknown> =>
    httpWitness({ vkey: 'any', url }, timeoutMs).addCheckpoint(submission(0, 5), still);

  beforeAll(async () => {
    url = `http://127.0.0.1:${await listenLocally(server)}`;
  });
  afterEach(() => {
    requests.length = 0;
  });
  afterAll(() => closeServer(server));

  const answers =
    (status: number, body: string, headers: Record<string, string> = {}): RequestListener =>
    (_request, response) =>
      void response.writeHead(status, headers).end(body);
  const size = { 'content-type': 'text/x.tlog.size' };

  it.each<[string, string, RequestListener]>([
    ['never answers', 'no_answer', () => undefined],
    ['answers by the byte', 'no_answer', (_request, response) => void response.writeHead(200).write('—')],
    ['closes the connection', 'no_answer', (request) => void request.socket.destroy()],
    ['redirects', 'invalid_answer', answers(307, '', { location: '/elsewhere' })],
    ['answers with junk', 'invalid_answer', answers(200, '<!doctype html>')],
    ['answers with nothing', 'invalid_answer', answers(200, '')],
    ['answers too much', 'invalid_answer', answers(200, '— a AAAA\n'.repeat(100_000))],
    ['names a size that is none', 'invalid_answer', answers(409, 'many\n', size)],
    ['names a size as any text', 'invalid_answer', answers(409, '5\n', { 'content-type': 'text/plain' })],
    ['fails', 'invalid_answer', answers(500, 'out of order')],
    ['has seen another history', 'inconsistent', answers(422, 'no')],
  ])('rejects when it %s: %s', async (_what, kind, listener) => {
    behave = listener;
    const asked = ask(kind === 'no_answer' ? 1_000 : undefined);
    await expect(asked).rejects.toMatchObject({ name: 'WitnessError', kind });
    expect(requests).toEqual(['/add-checkpoint']);
  });

  it('passes another size on', async () => {
    behave = answers(409, '7\n', size);
    expect(await ask()).toEqual({ kind: 'other_size', size: 7 });
  });

  it('ends with the product, without an answer', async () => {
    behave = () => undefined;
    const stopping = new AbortController();
    const asked = httpWitness({ vkey: 'any', url }).addCheckpoint(submission(0, 5), stopping.signal);
    stopping.abort();
    await expect(asked).rejects.toMatchObject({ kind: 'no_answer' });
  });
});
