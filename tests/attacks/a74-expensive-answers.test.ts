import fastify, { type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { paceDearAnswers } from '#server/http/guards/rate-limits.ts';

const costMs = 100;
let now: number;
let paused: number;
let app: ReturnType<typeof fastify>;
let making: Map<string, number>;
let release: PromiseWithResolvers<void> | null;

beforeEach(() => {
  [now, paused, release] = [0, 0, null];
  making = new Map();
  app = fastify();
  const pause = async (ms: number): Promise<void> => {
    now += ms;
    paused += ms;
  };
  paceDearAnswers(app, { now: () => now, pause });
  app.get('/api/record/:page', async ({ ip }: FastifyRequest) => {
    making.set(ip, (making.get(ip) ?? 0) + 1);
    await release?.promise;
    now += costMs;
    return ip;
  });
  app.get('/api/price', async () => 'cheap');
});
afterEach(() => app.close());

const flooder = '192.0.2.1';
const ask = (url: string, remoteAddress: string) => app.inject({ url, remoteAddress });
const pages = (count: number) => Array.from({ length: count }, (_, n) => ask(`/api/record/${n}?feed=${n}`, flooder));

it('A74: one address gets one expensive answer at a time; its other calls and other addresses are answered meanwhile', async () => {
  release = Promise.withResolvers();
  const flood = pages(20);
  await expect.poll(() => making.get(flooder)).toBe(1);
  expect((await ask('/api/price', flooder)).body).toBe('cheap');
  const other = ask('/api/record/1', '192.0.2.2');
  await expect.poll(() => making.get('192.0.2.2')).toBe(1);
  expect(making.get(flooder)).toBe(1);
  release.resolve();
  expect((await Promise.all([...flood, other])).map(({ statusCode }) => statusCode)).toEqual(Array(21).fill(200));
});

it('A74: between two answers that are ready at once, others are answered', async () => {
  await app.ready();
  const answered: string[] = [];
  const flood = pages(20).map((page) => page.then(() => answered.push('expensive')));
  await Promise.race(flood);
  await ask('/api/price', '192.0.2.2').then(() => answered.push('cheap'));
  await Promise.all(flood);
  expect(answered.indexOf('cheap')).toBeLessThan(10);
});

it('A74: an address that leaves while it waits gets no second answer at a time', async () => {
  release = Promise.withResolvers();
  const first = ask('/api/record/1', flooder);
  await expect.poll(() => making.get(flooder)).toBe(1);
  const leaving = new AbortController();
  const second = app
    .inject({ url: '/api/record/2', remoteAddress: flooder, signal: leaving.signal })
    .catch(() => 'left');
  leaving.abort();
  expect(await second).toBe('left');
  const third = ask('/api/record/3', flooder);
  await new Promise((resolve) => setImmediate(resolve));
  expect(making.get(flooder)).toBe(1);
  release.resolve();
  await Promise.all([first, third]);
});

it('A74: what one address takes is a burst of a second, and then a quarter of the time', async () => {
  await Promise.all(pages(10));
  expect(paused).toBe(0);
  await Promise.all(pages(100));
  const worked = 110 * costMs;
  expect(paused / (paused + worked - 1_000)).toBeCloseTo(0.75, 1);
});
