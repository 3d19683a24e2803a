import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FakeSmtp, startFakeSmtp } from '#tests/support/network/fake-smtp.ts';
import { type FakeTelegram, startFakeTelegram } from '#tests/support/network/fake-telegram.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

describe('npm run doctor', () => {
  let folder: string;
  let database: TestDatabase;
  let smtp: FakeSmtp;
  let telegram: FakeTelegram;
  let env: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kurs-doctor-'));
    [database, smtp, telegram] = await Promise.all([createTestDatabase(), startFakeSmtp(), startFakeTelegram()]);
    env = {
      DATABASE_URL: database.url,
      DEMO: 'on',
      DATA_DIR: folder,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Kurs <kurs@kurs.example>',
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_URL: telegram.url,
    };
  });
  afterAll(() =>
    Promise.all([database.close(), smtp.close(), telegram.close(), rm(folder, { recursive: true, force: true })]),
  );

  it('sends a test message and finds nothing wrong', async () => {
    const { code, output } = await runDoctor(env, '--mail', 'operator@kurs.example');
    expect(output).toContain('✓ Email: test message sent (operator@kurs.example)');
    expect(output).toContain(`✓ Telegram: the bot responds (@${telegram.username})`);
    expect(output).toContain('✓ Database: working (PostgreSQL ');
    expect(output).toContain('– Valkey: not configured');
    expect((await smtp.nth(1)).to?.[0]?.address).toBe('operator@kurs.example');
    // The database of tests does without fsync, which is reported.
    expect(output.match(/^✗ .*/gm)).toEqual([
      '✗ Database: may lose what it stored (fsync, full_page_writes, synchronous_commit)',
    ]);
    expect(code).toBe(2);
  });

  it('names all that does not answer', async () => {
    const away = { DATABASE_URL: 'postgres://kurs@127.0.0.1:9/kurs', REDIS_URL: 'redis://127.0.0.1:9' };
    const { code, output } = await runDoctor({ ...env, ...away, SMTP_URL: 'smtp://127.0.0.1:9' });
    expect(output).toContain('✗ Database: not responding');
    expect(output).toContain('✗ Valkey: not responding');
    expect(output).toContain('✗ Email: the server accepts no email');
    expect(code).toBe(1);
  });

  it('names every wrong setting', async () => {
    const { code, output } = await runDoctor({ ...env, PORT: 'x', FEED: 'bloomberg' });
    expect(output.match(/^✗ Settings: wrong \((PORT|FEED)=/gm)).toHaveLength(2);
    expect(code).toBe(1);
  });
});

function runDoctor(env: Record<string, string>, ...args: string[]): Promise<{ code: number | null; output: string }> {
  const path = fileURLToPath(new URL('../../scripts/doctor.ts', import.meta.url));
  const child = spawn(process.execPath, [path, ...args], { env: { PATH: process.env['PATH'] ?? '', ...env } });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
