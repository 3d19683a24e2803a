import { createServer, type Server } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#server/database/embedded/postgres-server.ts';
import { markBackup } from '#server/files/last-backup.ts';
import { testCertificate as cert, testCertificateKey as key } from '#tests/support/network/test-certificate.ts';
import { testConfig } from '#tests/support/test-platform.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { watchMachine } from './machine.ts';

let dataDir: string;
let server: Server;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kurs-machine-'));
  server = createServer({ cert, key });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await rm(dataDir, { recursive: true });
});

const { clock } = createVirtualTime(Date.now());
const watch = (publicUrl: string) => watchMachine(testConfig({ dataDir, publicUrl }), clock);

it('knows the newest backup and the space that is left', async () => {
  const read = watch('http://localhost');
  expect((await read()).backupAt).toBeNull();
  await markBackup(dataDir, new Date());
  const { backupAt, freeBytes } = await read();
  expect(Math.abs(Date.now() - (backupAt ?? 0))).toBeLessThan(60_000);
  expect(freeBytes).toBeGreaterThan(0);
});

it('reads until when the certificate of PUBLIC_URL holds, also of one that nobody trusts', async () => {
  const { port } = server.address() as AddressInfo;
  const certificateEndsAt = Date.parse('2120-01-01T00:00:00Z');
  expect((await watch(`https://localhost:${port}`)()).address).toEqual({ state: 'up', certificateEndsAt });
  expect((await watch(`https://localhost:${await freePort()}`)()).address).toEqual({ state: 'down' });
  expect((await watch('http://localhost:3000')()).address).toEqual({ state: 'plain' });
});
