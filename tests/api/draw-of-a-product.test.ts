import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import { computeRandomness } from '#record/beacon-round.ts';
import { contestRules } from '#domain/contest/contest-rules.ts';
import { contestEntries, contestTrades } from '#server/database/tables/contest-tables.ts';
import { sha256Hex } from '#node/sha256.ts';
import { aLiveSignal, aUser } from '#tests/support/a-signal.ts';
import { signIn } from '#tests/support/api-client.ts';
import { publishedRounds } from '#tests/support/record/draw-site.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { testCertificate, testCertificateKey } from '#tests/support/network/test-certificate.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const getPath = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

let database: TestDatabase;
let relay: Server;
let folder: string;
let product: Product;

/** A relay of drand, which has round 1000. */
const serveRound = async (): Promise<Server> => {
  const signature = publishedRounds[1_000] ?? '';
  const body = JSON.stringify({ round: 1_000, signature, randomness: await computeRandomness(sha256Hex, signature) });
  const server = createServer({ cert: testCertificate, key: testCertificateKey }, ({ url }, response) => {
    const isKnown = url === `/${quicknet.hash}/public/1000`;
    response.writeHead(isKnown ? 200 : 425).end(isKnown ? body : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

beforeAll(async () => {
  [database, relay] = [await createTestDatabase(), await serveRound()];
  folder = await mkdtemp(join(tmpdir(), 'kurs-draw-'));
  await writeFile(join(folder, 'ca.pem'), testCertificate);
  product = await startProduct({
    DATABASE_URL: database.url,
    SECRET: 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be',
    DEMO: 'on',
    ADMIN_EMAILS: 'demo@kurs.example',
    BROKER_API_URL: 'http://127.0.0.1:9',
    CONTEST_START: '2023-07-14',
    CONTEST_END: '2023-08-22',
    CONTEST_BEACON: `https://localhost:${(relay.address() as AddressInfo).port}`,
    NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    NODE_OPTIONS: `--import ${getPath('tests/support/market/held-clock.ts')}`,
    // Ten minutes before round 1000 of quicknet, and after it.
    HELD_AT: '2023-08-23T15:49:24.000Z',
    HELD_THEN: '2023-08-23T15:59:30.000Z',
  });
}, 60_000);
afterAll(async () => {
  await product?.stop();
  relay?.close();
  await database?.close();
  await rm(folder, { recursive: true, force: true });
});

async function enter(contestId: string, day: string): Promise<string> {
  const { db } = database;
  const [userId, entryId] = [await aUser(db), randomUUID()];
  const joinedAt = new Date(`2023-08-${day}T12:00:00.000Z`);
  await db.insert(contestEntries).values({ contestId, userId, entryId, joinedAt, syncedAt: joinedAt });
  for (let n = 0; n < contestRules.trades; n++) {
    const settled = { status: 'settled', result: 'neutral', closePrice: 1.1 } as const;
    const { id: signalId } = await aLiveSignal(db, { userId, ...settled });
    const trade = { symbol: 'EURUSD', stake: 10, openedAt: joinedAt, signalId, reason: null };
    await db.insert(contestTrades).values({ contestId, userId, tradeId: String(n), ...trade });
  }
  return entryId;
}

const drawByHand = async () => (await signIn(product.url)).send('POST', '/api/admin/contest/draw');

/** `npm run verify-draw`, as anybody runs it. */
async function verify(): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [getPath('scripts/verify-draw.ts'), product.url]);
  const code = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, output: stdout + stderr };
}

it('the draw of a running product holds in the published command', async () => {
  const { id } = await (await signIn(product.url)).get('/api/user/contest').then(({ body }) => body);
  const entries = [await enter(id, '01'), await enter(id, '02')];

  expect((await drawByHand()).body).toMatchObject({ code: 'draw_not_ready', details: { waitsFor: 'round_pending' } });
  product.process.kill('SIGUSR2');
  while (!product.output().includes('the clock has moved')) await setImmediate();
  expect((await drawByHand()).status).toBe(200);

  const { body: draw } = await (await signIn(product.url)).get('/api/user/contest/draw');
  expect(draw).toMatchObject({ round: 1_000, entries });
  const { code, output } = await verify();
  expect(output).toContain('All checks passed.');
  expect(code).toBe(0);
}, 60_000);
