import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailboxRoutes } from '#server/modules/mail/module.ts';
import { only } from '#tests/support/only.ts';
import { createTestApp } from '#tests/support/test-app.ts';
import { testConfig, testPlatform } from '#tests/support/test-platform.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const buildDir = fileURLToPath(new URL('../../build', import.meta.url));

const database = sharedByTests(createTestDatabase);
let app: FastifyInstance;
beforeAll(async () => {
  const publicUrl = 'http://demo.kurs.example:3000';
  const config = testConfig({ publicUrl });
  const mailbox = mailboxRoutes({ ...testPlatform(database), config, deliveries: only({}) });
  app = await createTestApp({
    routes: [mailbox],
    hasMailbox: true,
    buildDir,
    config: { publicUrl },
  });
});
afterAll(() => app.close());

const getStatus = async (url: string, host: string): Promise<number> =>
  (await app.inject({ url, headers: { host } })).statusCode;

const paths = ['/api/mailbox', '/api/%6dailbox', '/api/mailbox/2f1d4f4e-93cc-4a5e-9f3b-1a9d0c6e3b11', '/uk/mailbox'];

describe('A71 a foreign host name that resolves to this server', () => {
  it.each(paths)('reads nothing of the mailbox: %s', async (path) => {
    for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.evil.example'])
      expect([host, await getStatus(path, host)]).toEqual([host, 421]);
  });

  it('gets an error message that states the reason', async () => {
    const answer = await app.inject({
      url: '/api/mailbox',
      headers: { host: 'evil.example', 'accept-language': 'en' },
    });
    expect(answer.json()).toMatchObject({ code: 'foreign_host' });
  });

  it.each([
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    '192.168.1.7:3000',
    'demo.kurs.example:3000',
    'DEMO.kurs.example',
  ])('is not confused with an address of the product: %s', async (host) => {
    expect(await getStatus('/api/mailbox', host)).toBe(200);
  });

  it.each([
    'localhost.',
    'localhost@evil.example',
    'evil.example#localhost',
    'evil.example/localhost',
    'localhost, evil.example',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    'localhost%00.evil.example',
  ])('is not taken for one by its spelling: %j', async (host) => {
    for (const path of paths) expect(await getStatus(path, host)).not.toBe(200);
  });

  it.each([
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
    'via',
    'x-real-ip',
    'cf-connecting-ip',
  ])('reads nothing through a proxy on this machine, which sends Host: localhost and %s', async (name) => {
    for (const url of paths) {
      const answer = await app.inject({ url, headers: { host: 'localhost:3000', [name]: 'localhost' } });
      expect([url, answer.statusCode]).toEqual([url, 421]);
    }
  });

  it('can still read responses without secrets', async () => {
    expect(await getStatus('/api/health', 'evil.example')).toBe(200);
  });
});
