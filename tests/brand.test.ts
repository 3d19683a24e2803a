import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#domain/language.ts';
import { type ApiClient, signIn } from '#tests/support/api-client.ts';
import { findShippedName, writeOtherBrand } from '#tests/support/other-brand/write-other-brand.ts';
import { type Product, startProduct, startToEnd } from '#tests/support/product.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

const SECRET = 'd59ee2c2a1f1a5c3b3f5fba1bd0a2ee8c7b4d1f06a3985e20c7b164f9d83a5be';
/** Inside the project, because what is built imports its packages. */
const target = 'node_modules/.cache/other-brand';
const folder = writeOtherBrand();
afterAll(() => rmSync(folder, { recursive: true }));

/** As `npm run build` does, into another folder. */
const build = (BRAND_DIR: string): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const env = { ...process.env, NODE_ENV: 'production', BRAND_DIR };
    execFile(process.execPath, ['scripts/web/write-build.ts', target], { env }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    );
  });

describe('built with another brand', () => {
  let files: ReadonlyMap<string, string>;
  const read = (name: string): string => files.get(name) ?? '';
  beforeAll(async () => {
    expect(await build(folder)).toEqual({ code: 0, output: '' });
    const client = join(target, 'client');
    const names = readdirSync(client, { recursive: true, encoding: 'utf8' });
    const texts = names.filter((name) => /\.(html|js|css|json|txt|xml|svg|webmanifest)$/.test(name));
    files = new Map(texts.map((name) => [name, readFileSync(join(client, name), 'utf8')]));
  }, 300_000);
  afterAll(() => rmSync(target, { recursive: true, force: true }));

  it('no file names the shipped one, whose name stays in those of two models', () => {
    expect(files.size).toBeGreaterThan(150);
    expect([...files].flatMap(([name, text]) => findShippedName(text).map((found) => `${name}: ${found}`))).toEqual([]);
    expect(read('model-cards/kurs_ai_v2.txt')).toContain('Kurs AI v2');
  });

  it.each(languages)('the pages in %s have its name, colours, logo, links, company and texts', (lang) => {
    const home = read(`${lang}/index.html`);
    expect(home).toContain('<meta name="theme-color" content="#0D1512"');
    expect(home).toContain('--act:#7be0b0');
    expect(home).toContain('<path d="M11 29V12l9 11 9-11v17"');
    expect(home).toContain('href="https://www.instagram.com/meridian_signals"');
    expect(home).toContain('Meridian Signals Ltd, 4 Harbour Lane, Larnaca, Cyprus');
    expect(home).not.toContain('t.me/kurs');
    expect(read(`${lang}/terms/index.html`)).toContain('Meridian Signals Ltd, 4 Harbour Lane, Larnaca, Cyprus.</p>');
    expect(read(`${lang}/about-us/index.html`)).toContain('<b>Olena Koval</b>');
    expect(JSON.parse(read(`app-${lang}.webmanifest`))).toMatchObject({ name: 'Meridian', theme_color: '#0D1512' });
  });
});

describe('started with another brand', () => {
  let database: TestDatabase;
  let product: Product;
  let trader: ApiClient;
  beforeAll(async () => {
    database = await createTestDatabase();
    product = await startProduct({ BRAND_DIR: folder, DATABASE_URL: database.url, DEMO: 'on', SECRET });
    trader = await signIn(product.url, { email: 'demo@meridian.example', password: 'Meridian-demo-1' });
  }, 120_000);
  afterAll(async () => {
    await product?.stop();
    await database.close();
  });

  it('what it prints names that brand', () => {
    expect(product.output()).toContain('Meridian runs at');
    expect(findShippedName(product.output())).toEqual([]);
  });

  it('its answers, its sandbox broker and its mails name that brand', async () => {
    const login = { email: 'nobody@example.com', password: 'No-such-1' };
    const { body: links } = await trader.get('/api/trader/links');
    const answers = await Promise.all([
      ...['/api/site', '/api/docs/json', '/api/trader/links', '/api/user/export', '/api/record'].map((path) =>
        trader.get(path),
      ),
      trader.send('POST', '/api/second-factor/confirm', { by: 'password', password: 'Meridian-demo-1' }),
      trader.send('POST', '/api/login', login),
    ]);
    const totp = await trader.send('POST', '/api/second-factor/totp');
    const change = { email: 'new@meridian.example', password: 'Meridian-demo-1', lang: 'en' };
    expect(await trader.send('POST', '/api/user/email', change)).toMatchObject({ status: 202 });
    const mails = await trader.get('/api/mailbox');
    const sandbox = await Promise.all(
      languages.map(async (lang) => (await fetch(`${links.register}&lang=${lang}`)).text()),
    );
    const shown = [...answers, totp, mails].map(({ headers, body }) => JSON.stringify([[...headers], body]));
    expect([...shown, ...sandbox].flatMap(findShippedName)).toEqual([]);
    expect(totp.body.uri).toContain('issuer=Meridian');
    expect(mails.body.items).toContainEqual(
      expect.objectContaining({ subject: 'Confirm your new email for Meridian' }),
    );
    for (const page of sandbox) expect(page).toContain('<b>Meridian</b>');
  });
});

describe('a brand with an error', () => {
  const broken = writeOtherBrand();
  beforeAll(() => {
    const json = JSON.parse(readFileSync(join(broken, 'brand.json'), 'utf8'));
    writeFileSync(join(broken, 'brand.json'), JSON.stringify({ ...json, supportEmail: 'nobody' }));
  });
  afterAll(() => rmSync(broken, { recursive: true }));
  const sentence = `${broken}/brand.json supportEmail="nobody": allowed is an e-mail address`;

  it('ends a start and a build with 78, and names the field and what is allowed', async () => {
    const started = await startToEnd({ BRAND_DIR: broken });
    expect(started.output).toContain(sentence);
    expect(started.code).toBe(78);
    const built = await build(broken);
    expect(built.output).toContain(sentence);
    expect(built.code).toBe(78);
  });
});
