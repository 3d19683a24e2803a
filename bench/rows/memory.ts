import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventsPath } from '#contract/event-names.ts';
import { freePort } from '#server/database/embedded/free-port.ts';
import { type Figure, createFigure, quantile } from '../figure.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { type Sample, scrapeMetrics } from '../scrape-metrics.ts';
import { seedTokens, seedUsers } from '../setup/seed-users.ts';
import { simulatedBars } from '../simulated-bars.ts';
import { startProduct } from '../setup/start-product.ts';
import { untilPriced } from '../load/until-priced.ts';

const hours = 8;
const warmUpHours = 2;
/** Market time per real time: an hour of the market is a minute. */
const speed = 60;
const samplesAnHour = 60;
const pairs = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD'];
const recordedBars = 4_320;
const usersAtOnce = 20;
const openStreams = 20;

const megabyte = 1_048_576;
const liveHeap = 'kurs_nodejs_heap_size_used_bytes';
const external = 'kurs_nodejs_external_memory_bytes';
const resident = 'kurs_process_resident_memory_bytes';
const resources = 'kurs_nodejs_active_resources_total';

export const memoryRow: Row = {
  name: 'memory',
  what: `${hours} hours of a market at ${speed} times its speed with 256 MB of heap: new users, streams that come and go, signals`,
  peer: 'none',
  isOnRequest: true,
  async measure(print) {
    const folder = mkdtempSync(join(tmpdir(), 'kurs-memory-'));
    const postgres = await startOwnPostgres();
    const SECRET = randomBytes(32).toString('hex');
    const port = await freePort();
    const product = await startProduct({
      DATABASE_URL: postgres.url,
      SECRET,
      NODE_OPTIONS: '--max-old-space-size=256',
      METRICS_PORT: String(port),
      FEED: 'replay',
      REPLAY_FILES: (await writeRecording(folder)).join(','),
      REPLAY_SPEED: String(speed),
    });
    const scrape = (): Promise<Sample> => scrapeMetrics(port);
    const churn = createChurn(product.url, () => newTokens(postgres.db, SECRET));
    const samples: Sample[][] = [];
    try {
      await untilPriced(product.url, (await newTokens(postgres.db, SECRET))[0] ?? '', pairs);
      for (let hour = 0; hour < hours; hour += 1) {
        await churn.renewUsers();
        const ofHour: Sample[] = [];
        for (let i = 0; i < samplesAnHour; i += 1) {
          await Promise.all([churn.step(i), pause(1_000)]);
          ofHour.push(await scrape());
        }
        samples.push(ofHour);
        print(
          `hour ${hour + 1}: ${inMegabytes(lowest(ofHour, liveHeap))} MB live, ${inMegabytes(getResident(ofHour))} MB resident, ${churn.issued()} signals`,
        );
      }
      churn.end();
      await pause(5_000);
      const left = await scrape();
      const failures = churn.failures();
      for (const [answer, count] of failures) print(`answered ${count} times: ${answer}`);
      const failed = [...failures.values()].reduce((sum, count) => sum + count, 0);
      return computeFigures({ samples, left, issued: churn.issued(), failed, output: product.output() });
    } finally {
      churn.end();
      await product.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

const newTokens = async (db: Parameters<typeof seedUsers>[0], secret: string): Promise<string[]> =>
  seedTokens(db, await seedUsers(db, usersAtOnce), secret);

async function writeRecording(folder: string): Promise<string[]> {
  return [...(await simulatedBars(recordedBars, pairs))].map(([symbol, bars]) => {
    const file = join(folder, `${symbol}.csv`);
    const lines = bars.map(({ time, open, high, low, close }) => [time / 1_000, open, high, low, close].join(','));
    writeFileSync(file, `time,open,high,low,close\n${lines.join('\n')}\n`);
    return file;
  });
}

/** Users who request signals; every second one stream ends and another begins. */
function createChurn(url: string, tokensOfNewUsers: () => Promise<string[]>) {
  let tokens: string[] = [];
  let issued = 0;
  const failures = new Map<string, number>();
  const streams: AbortController[] = [];

  const addFailure = (what: string, status: number, code = ''): void => {
    const answer = `${what}: ${status} ${code}`;
    failures.set(answer, (failures.get(answer) ?? 0) + 1);
  };
  const open = async (token: string): Promise<void> => {
    const controller = new AbortController();
    streams.push(controller);
    const { signal } = controller;
    const answer = await fetch(url + eventsPath, { headers: { authorization: `Bearer ${token}` }, signal });
    if (!answer.ok) addFailure('stream', answer.status);
    // Read to the end, so that the product never waits for this reader.
    void answer.body?.pipeTo(new WritableStream(), { signal }).catch(() => undefined);
  };
  const request = async (token: string, i: number): Promise<void> => {
    const path = `/python_api/signal/manual?interval=3&symbol=${pairs[i % pairs.length]}`;
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
    const text = await answer.text();
    if (answer.ok) issued += 1;
    // A user whose signal is still running is no failure.
    else if (answer.status !== 409) addFailure('signal', answer.status, /"code":"(\w+)"/.exec(text)?.[1]);
  };
  const tokenAt = (i: number): string => tokens[i % tokens.length] ?? '';

  return {
    issued: () => issued,
    failures: (): ReadonlyMap<string, number> => failures,
    renewUsers: async () => {
      tokens = await tokensOfNewUsers();
    },
    step: async (i: number): Promise<void> => {
      if (streams.length >= openStreams) streams.shift()?.abort();
      await Promise.all([open(tokenAt(i)), ...[0, 1, 2, 3].map((n) => request(tokenAt(4 * i + n), i + n))]);
    },
    end: () => {
      for (const stream of streams.splice(0)) stream.abort();
    },
  };
}

/** Between two collections the heap only grows: the lowest sample of an hour is what is alive. */
const lowest = (samples: readonly Sample[], ...names: readonly string[]): number =>
  Math.min(...samples.map((sample) => names.reduce((sum, name) => sum + (sample.get(name) ?? 0), 0)));

const getResident = (hour: readonly Sample[]): number =>
  quantile(
    hour.map((one) => one.get(resident) ?? 0),
    0.5,
  );

const inMegabytes = (bytes: number): string => (bytes / megabyte).toFixed(1);

/** Least squares over the hours after the warm-up, megabytes an hour. */
function computeSlope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const up = values.reduce((sum, value, i) => sum + (i - middle) * (value - mean), 0);
  return up / values.reduce((sum, _value, i) => sum + (i - middle) ** 2, 0) / megabyte;
}

interface Run {
  readonly samples: readonly Sample[][];
  readonly left: Sample;
  readonly issued: number;
  readonly failed: number;
  readonly output: string;
}

function computeFigures({ samples, left, issued, failed, output }: Run): Figure[] {
  const after = samples.slice(warmUpHours);
  const warnings = output.split('MaxListenersExceededWarning').length - 1;
  return [
    createFigure(
      'growth of the live heap and its buffers',
      'MB an hour',
      [computeSlope(after.map((hour) => lowest(hour, liveHeap, external)))],
      { atMost: 1 },
    ),
    createFigure('growth of the resident memory', 'MB an hour', [computeSlope(after.map(getResident))], { atMost: 1 }),
    createFigure('live heap in the last hour', 'MB', [lowest(samples.at(-1) ?? [], liveHeap) / megabyte]),
    createFigure('resident in the last hour', 'MB', [getResident(samples.at(-1) ?? []) / megabyte]),
    createFigure('warnings of too many listeners', 'warnings', [warnings], { atMost: 0 }),
    createFigure('streams that are left', 'streams', [left.get('kurs_streams') ?? Number.NaN], { atMost: 0 }),
    createFigure('timers and sockets that are left', 'resources', [left.get(resources) ?? Number.NaN]),
    createFigure('signals issued', 'signals', [issued]),
    createFigure('calls that failed', 'calls', [failed]),
  ];
}
