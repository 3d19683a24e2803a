import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFindings } from '#record/verify/findings.ts';
import { createRecordAddress } from '#scripts/record/record-address.ts';
import { verifyAddress } from '#scripts/record/verify-address.ts';
import { openAddressSource } from '#scripts/mirror/address-source.ts';
import { createFolderSource } from '#scripts/mirror/folder-source.ts';
import { serveLog } from '#tests/support/record/published-log.ts';
import { createTestMirror, logEnd, logFrom, logMinutes, type TestMirror } from '#tests/support/record/test-mirror.ts';
import { type LogEntry, simulateLog } from '#tests/support/record/simulated-log.ts';

vi.setConfig({ testTimeout: 60_000 });

const honest = simulateLog({ from: logFrom, minutes: logMinutes, signals: 150 });
/** The same leaves up to 600, then those of another record. */
const another = simulateLog({ from: logFrom, minutes: logMinutes, signals: 150, seed: 2 });
const forked = [...honest.slice(0, 600), ...another.slice(600)];

let one: TestMirror;
beforeEach(async () => {
  one = await createTestMirror(honest);
});
afterEach(() => one.close());

const needs = { fetchUrl: fetch, pause: async (): Promise<void> => undefined };

/** As `npm run verify-record -- <address> --against <place>` does. */
async function against(place: string, now = logEnd) {
  const lines: string[] = [];
  const findings = createFindings((line) => lines.push(line));
  const record = createRecordAddress(one.address, needs);
  const own = await openAddressSource(one.address, needs);
  const other = place.startsWith('http') ? await openAddressSource(place, needs) : createFolderSource(place);
  await verifyAddress(record, { now, witnesses: null, against: { own, other } }, findings);
  return { failures: findings.failures(), output: lines.join('\n') };
}

it('A66: one history passes against a mirror, whichever of them is larger', async () => {
  one.show(honest.slice(0, 900));
  await one.mirror();
  for (const size of [700, 900, honest.length]) {
    one.show(honest.slice(0, size));
    const { failures, output } = await against(one.folder, honest[size - 1]?.at);
    expect([failures, output]).toEqual([0, expect.stringContaining(`are one history of ${size} leaves`)]);
    expect(output).toContain(`900 opened leaves of ${one.folder} were compared`);
  }
});

it('A66: a reader who is shown another log of the same key finds it against the mirror of the first', async () => {
  await one.mirror();
  for (const size of [700, honest.length, forked.length]) {
    one.show(forked.slice(0, size));
    const { failures, output } = await against(one.folder);
    expect(output).toContain(
      `FAILS  two histories: leaf 600 of ${one.folder} is not that of the record, and both are signed`,
    );
    expect(failures).toBeGreaterThan(0);
  }
});

it('A66: two servers of one operator that show two logs contradict each other', async () => {
  const second = await createTestMirror(honest);
  one.show(honest.slice(0, 700));
  second.show(honest.slice(0, 800), { key: one.key });
  expect(await against(second.address, honest[699]?.at)).toMatchObject({ failures: 0 });
  second.show(forked.slice(0, 800), { key: one.key });
  const { failures, output } = await against(second.address, honest[699]?.at);
  expect([failures, output]).toEqual([1, expect.stringContaining('two histories: leaf 600')]);
  await second.close();
});

it('A66: a mirror behind any web server serves as well', async () => {
  await one.mirror();
  const files = await one.files();
  const answer = (path: string) => {
    const bytes = files.get(path.slice(1));
    return bytes ? { status: 200, body: '', bytes } : null;
  };
  const { address, close } = await serveLog({ items: [], witness: '', answer });
  const same = await against(address);
  expect([same.failures, same.output]).toEqual([0, expect.stringContaining(`${honest.length} opened leaves of`)]);
  one.show(forked);
  expect((await against(address)).output).toContain(`FAILS  two histories: leaf 600 of ${address}`);
  await close();
});

it('A66: a leaf that a mirror has open and the record withholds again is named', async () => {
  await one.mirror();
  const withheld = (entry: LogEntry, i: number): LogEntry => (i === 412 ? { ...entry, opensAt: Infinity } : entry);
  one.show(honest.map(withheld));
  const { failures, output } = await against(one.folder);
  expect(output).toContain(`FAILS  leaf 412 is open in ${one.folder} and withheld by the record`);
  expect(failures).toBeGreaterThan(0);
});

it('A66: tiles that are withheld or not those of the signed tree are no success', async () => {
  await one.mirror();
  for (const [status, sentence] of [
    [404, /FAILS {2}an answer is withheld: .* answers 404 to tile\/1\/000/],
    [200, /FAILS {2}tile\/1\/000.* has 3 bytes/],
  ] as const) {
    one.show(honest, {
      change: (path, answer) => (path.includes('/tile/1/') ? { status, body: '', bytes: Buffer.from('???') } : answer),
    });
    const { failures, output } = await against(one.folder);
    expect(output).toMatch(sentence);
    expect(failures).toBe(1);
  }
});

it('A66: a mirror of a record with another key is no proof of this one', async () => {
  const second = await createTestMirror(honest);
  await second.mirror();
  const { failures, output } = await against(second.folder);
  expect(output).toContain(`FAILS  the checkpoint of ${second.folder} is not signed by`);
  expect(failures).toBe(1);
  await second.close();
});
