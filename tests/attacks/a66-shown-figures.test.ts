import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { dayMs } from '#domain/time.ts';
import { createFindings } from '#record/verify/findings.ts';
import { createRecordAddress } from '#scripts/record/record-address.ts';
import { verifyAddress } from '#scripts/record/verify-address.ts';
import { issuedAt } from '#tests/support/a-signal.ts';
import { simulateHonestRecord } from '#tests/support/record/simulated-record.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { aDataDir, createTestRecord, type TestRecord } from '#tests/support/record/test-record.ts';

vi.setConfig({ testTimeout: 60_000 });

let database: TestDatabase;
let dataDir: Awaited<ReturnType<typeof aDataDir>>;
let served: TestRecord;
let address: string;

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await aDataDir();
  served = await createTestRecord({ db: database.db, dataDir: dataDir.path });
  address = await served.app.listen({ port: 0, host: '127.0.0.1' });
  await simulateHonestRecord(database.db, { count: 300 });
  served.time.advance(dayMs);
  await simulateHonestRecord(database.db, { count: 100, seed: 2, from: issuedAt + dayMs });
  await served.get('/api/record/checkpoint');
});

afterAll(async () => {
  await served?.app.close();
  await database?.close();
  await dataDir?.remove();
});

type Bent = (answer: never, url: URL) => object;

/** Verifies the record; `pages`: what an answer becomes that a page of the product asks for, `leaves`: each page of leaves. */
async function verify(pages: Readonly<Record<string, Bent>>, progress?: (read: number, size: number) => void) {
  const lines: string[] = [];
  const findings = createFindings((line) => void lines.push(line));
  const fetchUrl: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const url = new URL(answer.url);
    const path = url.pathname.replace(/^\/api\/record\/?/, '');
    const bend = pages[path === '' ? 'leaves' : path + url.search];
    return bend ? Response.json(bend((await answer.json()) as never, url)) : answer;
  };
  const pause = async (): Promise<void> => undefined;
  const now = Date.parse('2026-03-03T09:13:30Z');
  const demands = { now, witnesses: null, ...(progress ? { progress } : {}) };
  await verifyAddress(createRecordAddress(address, { fetchUrl, pause }), demands, findings);
  return { output: lines.join('\n'), failures: findings.failures() };
}

it('A66: honest pages pass', async () => {
  const { output, failures } = await verify({});
  expect(output).toMatch(/holds {2}\d\d figures that the pages show were recounted/);
  expect(output).toMatch(/holds {2}the coverage of \d+ months that the page shows was recounted/);
  expect(output).toMatch(/holds {2}the \d+ newest signals that the page lists are all that there are/);
  expect(failures).toBe(0);
});

it('how many leaves have been read is reported, up to the last one', async () => {
  const read: (readonly [number, number])[] = [];
  await verify({}, (...one) => read.push(one));
  const { size } = (await (await fetch(`${address}/api/record/summary`)).json()) as { size: number };
  expect(size).toBeGreaterThan(800);
  expect(read).toEqual([[size, size]]);
});

it('A66: a record that grows for as long as it is read is given up', async () => {
  let pages = 0;
  let last: { index: number } | undefined;
  const grown: Bent = ({ items, ...page }: { items: { index: number }[] }, { searchParams }) => {
    last = items.at(-1) ?? last;
    const limit = Number(searchParams.get('limit'));
    if (items.length > 0 || limit < 1_000) return { ...page, items };
    pages++;
    const from = Number(searchParams.get('from'));
    return { ...page, items: Array.from({ length: limit }, (_, i) => ({ ...last, index: from + i })) };
  };
  await expect(verify({ leaves: grown })).rejects.toThrow(/grew by more than 20000 leaves/);
  expect(pages).toBe(21);
});

const shows = (what: string): string => `the pages show other figures than a recount gives: ${what}`;

it.each<[string, string, Bent, string]>([
  [
    'models with more wins',
    'models',
    ({ size, models }: { size: number; models: { successful: number }[] }) => ({
      size,
      models: models.map((one) => ({ ...one, successful: one.successful + 1 })),
    }),
    shows('the figures of the models'),
  ],
  [
    'fewer losses of all models',
    'overall',
    (all: { unsuccessful: number }) => ({ ...all, unsuccessful: all.unsuccessful - 1 }),
    shows('the figures of all models together'),
  ],
  [
    'a higher curve of the profits',
    'equity?source=signals',
    (equity: { points: object[] }) => ({ ...equity, points: equity.points.slice(0, -1) }),
    shows('the equity of signals, all'),
  ],
  [
    'a higher curve in shadow',
    'equity?source=shadow',
    (equity: { points: object[] }) => ({ ...equity, points: equity.points.slice(0, -1) }),
    shows('the equity of shadow, all'),
  ],
  [
    'a list without one of the newest signals',
    'entries?limit=20',
    (entries: { items: object[] }) => ({ ...entries, items: entries.items.toSpliced(3, 1) }),
    'the list of the page leaves out the signal of leaf',
  ],
  [
    'a signal that the record does not hold',
    'entries?limit=20',
    (entries: { items: { issued: object }[] }) => ({
      ...entries,
      items: entries.items.map((item, i) =>
        i === 3 ? { ...item, issued: { ...item.issued, leafHash: '0'.repeat(64) } } : item,
      ),
    }),
    'the list of the page shows another leaf',
  ],
  [
    'a signal as proven that nobody saw',
    'entries?limit=20',
    (entries: { items: object[] }) => ({
      ...entries,
      items: entries.items.map((item) => ({ ...item, proof: 'proven' })),
    }),
    'the list of the page calls leaf',
  ],
  [
    'fewer leaves than are signed',
    'summary',
    (summary: { size: number }) => ({ ...summary, size: summary.size - 5 }),
    'the page of the record states',
  ],
  [
    'a month with fewer gaps and more signals',
    'coverage',
    ({ months }: { months: { signals: number }[] }) => ({
      months: months.map((month) => ({ ...month, signals: month.signals + 500 })),
    }),
    'the page of the record shows another coverage of 2026-03 than a recount gives',
  ],
  [
    'a month with more practice',
    'coverage',
    ({ months }: { months: { practice: number }[] }) => ({
      months: months.map((month) => ({ ...month, practice: month.practice + 500 })),
    }),
    'the page of the record shows another coverage of 2026-03 than a recount gives',
  ],
  ['a month left out', 'coverage', () => ({ months: [] }), 'the coverage of the page leaves out 2026-03'],
  [
    'a record that began earlier',
    'summary',
    (summary: object) => ({ ...summary, since: '2025-01-01T00:00:00.000Z' }),
    'the page of the record states that it began at 2025-01-01T00:00:00.000Z',
  ],
])('A66: pages that show %s fail', async (_what, page, bend, failure) => {
  const { output, failures } = await verify({ [page]: bend });
  expect(output).toContain(`FAILS  ${failure}`);
  expect(failures).toBe(1);
});
