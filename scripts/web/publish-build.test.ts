import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '#tests/support/test-app.ts';
import { dayMs } from '#domain/time.ts';
import { publishBuild } from './publish-build.ts';

let folder: string;
let now: number;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kurs-publish-'));
  now = Date.now();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Publishes a build of these files `days` after the previous one. */
async function build(files: Readonly<Record<string, string>>, days = 0): Promise<void> {
  now += days * dayMs;
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, 'next', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const places = { built: join(folder, 'next'), served: join(folder, 'client'), list: join(folder, 'files.json') };
  await publishBuild({ ...places, now });
}

const served = (name: string): string | null =>
  existsSync(join(folder, 'client', name)) ? readFileSync(join(folder, 'client', name), 'utf8') : null;

const first = {
  'uk/index.html': '<script src="/assets/main-1.js"></script>',
  'uk/old/index.html': '<p>old page</p>',
  'assets/main-1.js': 'first',
  'assets/main-1.js.br': 'first, compressed',
  'assets/same-0.css': 'same',
  'service-worker.js': 'worker of the first build',
  'cards.json': '{"build":1}',
  'cards.json.br': 'compressed',
};
const second = {
  'uk/index.html': '<script src="/assets/main-2.js"></script>',
  'assets/main-2.js': 'second',
  'assets/same-0.css': 'same',
  'service-worker.js': 'worker of the second build',
  'cards.json': '{"build":2}',
};

describe('publishing a build over another', () => {
  it('replaces the previous build and leaves nothing of its own folder behind', async () => {
    await build(first);
    await build(second);
    expect(served('uk/index.html')).toContain('main-2.js');
    expect(served('cards.json')).toBe('{"build":2}');
    expect(readdirSync(folder).toSorted()).toEqual(['client', 'files.json']);
  });

  it('removes deleted pages and stale compressed files', async () => {
    await build(first);
    await build(second);
    expect([served('uk/old/index.html'), served('cards.json.br')]).toEqual([null, null]);
  });

  it('retains the files of replaced pages for a week after the replacement, whatever their age', async () => {
    await build(first);
    await build(second, 30);
    expect([served('assets/main-1.js'), served('assets/main-1.js.br')]).toEqual(['first', 'first, compressed']);
    await build(second, 6);
    expect(served('assets/main-1.js')).toBe('first');
    await build(second, 2);
    expect([served('assets/main-1.js'), served('assets/main-1.js.br')]).toEqual([null, null]);
    expect(served('assets/same-0.css')).toBe('same');
  });
});

describe('a running product during a rebuild of the pages', () => {
  it('serves its own pages, their scripts and its own service worker', async () => {
    await build(first);
    const app = await createTestApp({ buildDir: folder });
    await build(second);
    const getBody = async (url: string) => {
      const { statusCode, body } = await app.inject({ url, headers: { accept: 'text/html' } });
      return [statusCode, body];
    };
    expect(await getBody('/uk')).toEqual([200, first['uk/index.html']]);
    expect(await getBody('/assets/main-1.js')).toEqual([200, 'first']);
    expect(await getBody('/assets/same-0.css')).toEqual([200, 'same']);
    expect(await getBody('/service-worker.js')).toEqual([200, first['service-worker.js']]);
    await app.close();
  });

  it('serves the new pages and the scripts of the old ones after a restart', async () => {
    await build(first);
    await build(second);
    const app = await createTestApp({ buildDir: folder });
    expect((await app.inject({ url: '/uk', headers: { accept: 'text/html' } })).body).toContain('main-2.js');
    expect((await app.inject('/assets/main-1.js')).statusCode).toBe(200);
    await app.close();
  });
});
