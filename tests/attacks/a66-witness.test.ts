import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { submissionText } from '#record/add-checkpoint.ts';
import { parseNote, parseSignatureLines } from '#record/checkpoint.ts';
import { openCosignature, openNote, parseVkey } from '#node/notes.ts';
import { createTestLog, listLeaves, type TestLog } from '#tests/support/record/test-log.ts';
import { aWitnessFolder, startTestWitness, type TestWitness } from '#tests/support/record/test-witness.ts';

const now = Date.parse('2026-03-02T12:00:00.400Z');
let folder: Awaited<ReturnType<typeof aWitnessFolder>>;
let log: TestLog;
let witness: TestWitness;

const start = () => startTestWitness({ folder: folder.path, logs: [log.vkey()], now: () => now });

beforeEach(async () => {
  folder = await aWitnessFolder();
  log = createTestLog();
  witness = await start();
});
afterEach(async () => {
  await witness.stop();
  await folder.remove();
});

const getTimeAt = (text: string, answer: string): number | undefined =>
  openCosignature(text, parseSignatureLines(answer) ?? [], witness.key)?.time;

const computeHash = (origin: string): string => createHash('sha256').update(origin).digest('hex');

describe('a witness', () => {
  it('cosigns what continues its latest checkpoint, with the time', async () => {
    for (const [from, to] of [
      [0, 0],
      [0, 3],
      [3, 3],
      [3, 8],
      [8, 21],
    ] as const) {
      const answer = await witness.submit(log.body(from, listLeaves(to)));
      expect([to, answer.status]).toEqual([to, 200]);
      expect(getTimeAt(log.toText(listLeaves(to)), answer.text)).toBe(Math.floor(now / 1000));
    }
  });

  it('publishes its latest checkpoint with both signatures', async () => {
    const address = `${witness.url}/${computeHash(log.origin)}/checkpoint`;
    expect((await fetch(address)).status).toBe(404);
    await witness.submit(log.body(0, listLeaves(5)).replace(/\n$/, '\n— unknown.example AAAAAAAAAAA=\n'));
    const note = await (await fetch(address)).text();
    expect(openNote(note, parseVkey(log.vkey()) ?? { name: '', publicKey: Buffer.alloc(32) })).toBe(
      log.toText(listLeaves(5)),
    );
    expect(openCosignature(log.toText(listLeaves(5)), parseNote(note)?.signatures ?? [], witness.key)).not.toBeNull();
    expect(parseNote(note)?.signatures).toHaveLength(2);
    expect((await fetch(`${witness.url}/${computeHash('other')}/checkpoint`)).status).toBe(404);
  });

  it('names the size of its latest checkpoint to a log that assumes another one', async () => {
    await witness.submit(log.body(0, listLeaves(8)));
    for (const [from, to] of [
      [0, 21],
      [3, 8],
      [9, 21],
    ] as const) {
      expect(await witness.submit(log.body(from, listLeaves(to)))).toEqual({
        status: 409,
        type: 'text/x.tlog.size',
        text: '8\n',
      });
    }
  });

  it('continues with its key and its state after a restart', async () => {
    await witness.submit(log.body(0, listLeaves(8)));
    const { vkey } = witness;
    await witness.stop();
    witness = await start();
    expect(witness.vkey).toBe(vkey);
    expect((await witness.submit(log.body(0, listLeaves(3)))).status).toBe(409);
    expect((await witness.submit(log.body(8, listLeaves(9)))).status).toBe(200);
  });

  it('stores its key readable by its user alone', () => {
    expect(statSync(join(folder.path, 'key')).mode & 0o777).toBe(0o600);
  });
});

describe('A66 a witness does not cosign', () => {
  const state = () => readFileSync(join(folder.path, 'state.json'), 'utf8');
  const honest = (from: number, to: number) => ({
    oldSize: from,
    proof: log.getProof(from, listLeaves(to)),
    note: log.note(listLeaves(to)),
  });
  const forged = (note: string): string =>
    note.replace(/(— \S+ \S{40})(.)/, (_, head: string, one: string) => head + (one === 'A' ? 'B' : 'A'));

  it.each<[string, number, () => string]>([
    ['a smaller tree', 409, () => log.body(3, listLeaves(5))],
    ['a smaller tree under the size that it knows', 400, () => submissionText({ ...honest(0, 5), oldSize: 8 })],
    ['an older checkpoint again', 409, () => log.body(0, listLeaves(8))],
    ['another history of a larger size', 422, () => log.body(8, listLeaves(21, 2))],
    ['another history of the same size', 422, () => log.body(8, listLeaves(8, 2))],
    ['a larger tree without a proof', 422, () => submissionText({ ...honest(8, 21), proof: [] })],
    [
      'a proof of another range',
      422,
      () => submissionText({ ...honest(8, 21), proof: log.getProof(7, listLeaves(21)) }),
    ],
    [
      'a proof with one hash too many',
      422,
      () =>
        submissionText({
          ...honest(8, 21),
          proof: [...log.getProof(8, listLeaves(21)), ...log.getProof(1, listLeaves(2))],
        }),
    ],
    [
      'the same tree with a proof',
      422,
      () => submissionText({ ...honest(8, 8), proof: log.getProof(1, listLeaves(2)) }),
    ],
    ['a log that it does not watch', 404, () => createTestLog('other.example/record').body(0, listLeaves(3))],
    ['the same origin signed by another key', 403, () => createTestLog(log.origin).body(8, listLeaves(21))],
    ['a forged signature', 403, () => submissionText({ ...honest(8, 21), note: forged(log.note(listLeaves(21))) })],
    [
      'a valid signature beside a forged one',
      403,
      () =>
        submissionText({
          ...honest(8, 21),
          note: `${log.note(listLeaves(21))}${forged(log.note(listLeaves(21))).split('\n\n')[1]}`,
        }),
    ],
    ['a text that is no checkpoint', 400, () => submissionText({ ...honest(8, 21), note: log.sign('some\ntext\n') })],
    ['a size with a leading zero', 400, () => log.body(8, listLeaves(21)).replace('old 8', 'old 08')],
    [
      'more than 63 hashes',
      400,
      () =>
        submissionText({
          ...honest(8, 21),
          proof: Array.from({ length: 64 }, () => log.getProof(1, listLeaves(2))[0] ?? ''),
        }),
    ],
    ['a proof line that is no hash', 400, () => submissionText({ ...honest(8, 21), proof: ['AAAA'] })],
    ['no note', 400, () => 'old 8\n'],
    ['nothing', 400, () => ''],
    ['a control character', 400, () => log.body(8, listLeaves(21)).replace('\n', '\r\n')],
  ])('%s: %d', async (_what, status, body) => {
    await witness.submit(log.body(0, listLeaves(8)));
    const before = state();
    const answer = await witness.submit(body());
    expect(answer).toMatchObject({ status });
    expect(answer.text).not.toContain('—');
    expect(state()).toBe(before);
    expect((await witness.submit(log.body(8, listLeaves(21)))).status).toBe(200);
  });

  it('bytes that are no text, nor a body that is too large', async () => {
    expect((await witness.submit(new Uint8Array([0xff, 0xfe]))).status).toBe(400);
    expect((await witness.submit('a'.repeat(300_000))).status).toBe(413);
  });

  it('an empty tree whose root is not that of the empty tree', async () => {
    const text = log.toText(listLeaves(0)).replace(/\n[^\n]{44}\n$/, log.toText(listLeaves(1)).slice(-46));
    expect((await witness.submit(submissionText({ oldSize: 0, proof: [], note: log.sign(text) }))).status).toBe(422);
  });

  it('two histories that arrive at the same moment', async () => {
    const answers = await Promise.all(
      [1, 2, 1, 2].map((seed) => witness.submit(log.body(0, listLeaves(8 + seed, seed)))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
  });

  it('a contradiction, which it reports', async () => {
    await witness.submit(log.body(0, listLeaves(8)));
    await witness.submit(log.body(8, listLeaves(21, 2)));
    expect(witness.contradictions).toEqual([log.note(listLeaves(21, 2))]);
  });
});

describe('a hand-over', () => {
  it('replaces the key of the log, also after a restart', async () => {
    await witness.submit(log.body(0, listLeaves(8)));
    const old = log.note(listLeaves(21));
    const note = log.handOver(listLeaves(13));
    expect((await witness.submit(log.body(8, listLeaves(21)))).status).toBe(403);
    expect(
      (await witness.submit(submissionText({ oldSize: 8, proof: log.getProof(8, listLeaves(13)), note }))).status,
    ).toBe(200);
    await witness.stop();
    witness = await startTestWitness({ folder: folder.path, logs: [], now: () => now });
    expect(
      (await witness.submit(submissionText({ oldSize: 13, proof: log.getProof(13, listLeaves(21)), note: old })))
        .status,
    ).toBe(403);
    expect((await witness.submit(log.body(13, listLeaves(21)))).status).toBe(200);
  });

  it('that the new key has not signed does not replace it', async () => {
    const vkey = log.vkey();
    const note = log.handOver(listLeaves(13));
    const onlyOld = note.replace(/(— [^\n]+\n)— [^\n]+\n$/, '$1');
    expect((await witness.submit(submissionText({ oldSize: 0, proof: [], note: onlyOld }))).status).toBe(200);
    expect(witness.state.find(log.origin)?.vkey).toBe(vkey);
  });
});
