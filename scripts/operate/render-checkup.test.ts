import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { majorPairs } from '#domain/market/currency-pair.ts';
import { asMarketClock } from '#domain/time.ts';
import { BrokerAuthError, BrokerUnavailable, type WatchedBroker } from '#server/integrations/broker/broker.ts';
import { LlmUnavailable } from '#server/integrations/llm/llm.ts';
import { MailDelayed, MailRejected } from '#server/integrations/mail/mail.ts';
import { TelegramError } from '#server/integrations/telegram/telegram.ts';
import { openNoteFile, recordFolder } from '#server/modules/record/sign/note-file.ts';
import { WitnessError } from '#server/integrations/witness/witness.ts';
import {
  checkAddress,
  checkBrand,
  type CheckupContext,
  runCheckup,
} from '#server/modules/system/checkup/run-checkup.ts';
import { type Finding, type FindingCode, findingCodes, showFinding } from '#server/modules/system/checkup/findings.ts';
import { brandFiles, computeDigests } from '#server/config/brand.ts';
import { checkNode, judgeSpace } from '#server/modules/system/checkup/check-machine.ts';
import { renderCheckup, toExitCode } from './render-checkup.ts';
import { writeOtherBrand } from '#tests/support/other-brand/write-other-brand.ts';
import { testConfig } from '#tests/support/test-platform.ts';
import { testCertificate, testCertificateKey } from '#tests/support/network/test-certificate.ts';
import { listenLocally } from '#tests/support/network/local-server.ts';

const now = Date.UTC(2026, 8, 15, 12);
const clock = { now: () => now };
const aTick = (symbol: string) => ({ symbol, time: now - 400, receivedAt: now, bid: 1.1051, ask: 1.10518 });
const aBar = { time: now - 60_000, open: 1.1, high: 1.1, low: 1.1, close: 1.1 };
const aRow = {
  version: '18.4',
  number: 180_004,
  may_create: true,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  connections: 100,
  archive_mode: 'on',
  archived_at: new Date(now - 30_000),
  failed_at: null as Date | null,
  now_ms: now + 3,
  name: 'kurs.example/record',
  publicKey: Buffer.alloc(32),
  size: '10',
};
const createPool = (row: Partial<typeof aRow> = {}): CheckupContext['pool'] =>
  // The overloads of pg, of which one is called.
  ({ query: async () => ({ rows: [{ ...aRow, ...row }] }) }) as unknown as CheckupContext['pool'];
const failing = (error: Error) => async (): Promise<never> => {
  throw error;
};
const llm = { name: 'gpt-4o', judge: async () => ({ pUp: 0.5, reasons: [], usage: null, costUsd: null }) };
/** A witness that answers a checkpoint of another log as C2SP tlog-witness says. */
const witness = {
  vkey: 'witness.example+1+AAAA',
  addCheckpoint: failing(new WitnessError('unknown_log', 'it answered 404')),
};
const valkeyIn = (state: 'ok' | 'down') => ({ readiness: [{ name: 'valkey' as const, check: () => state }] });
const partners: CheckupContext['partners'] = {
  shared: { valkey: valkeyIn('ok') },
  brokerSide: { broker: { findTrader: async () => null, state: () => 'ok' } },
  mailTransport: { verify: async () => undefined, send: async () => undefined },
  telegram: { readUsername: async () => 'kurs_bot' },
  llms: { chatgpt_4o: llm },
  witnessSide: { witnesses: [witness] },
};
const feed: CheckupContext['feed'] = {
  kind: 'deriv',
  isLive: true,
  symbols: ['EURUSD', 'USDJPY'],
  offer: () => ({ offered: ['EURUSD', 'USDJPY'], notOffered: [] }),
  countCallsLeft: () => [
    { calls: 8, ms: 60_000, left: 5 },
    { calls: 800, ms: 86_400_000, left: 640 },
  ],
  state: () => ({ connected: true }),
  lastTick: aTick,
  backfill: async () => [aBar],
};
const pocket = {
  kind: 'pocket',
  apiUrl: 'https://broker.example',
  partnerId: '1',
  apiToken: 'a-token',
  referralUrl: 'https://broker.example/join',
  balanceMode: 'minus_bonuses',
  postbackKey: null,
} as const;
let folder: string;
let needs: CheckupContext;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kurs-doctor-'));
  const config = testConfig({
    dataDir: folder,
    databaseUrl: 'postgres://kurs@db.example/kurs',
    tradingHours: { calendar: 'always', window: null },
    broker: pocket,
    vapid: { subject: 'mailto:a@kurs.example', keys: null },
  });
  await openNoteFile(recordFolder(folder, aRow)).save(
    `${aRow.name}\n5\n${Buffer.alloc(32).toString('base64')}\n\n— x AAAA\n`,
  );
  needs = {
    config,
    builtBrand: join(folder, 'no-build.json'),
    pool: createPool(),
    feed,
    partners,
    clock,
    marketClock: asMarketClock(clock),
  };
});
afterAll(() => rm(folder, { recursive: true }));

const toCodes = async (over: Partial<CheckupContext>, mailTo: string | null = null) =>
  (await runCheckup({ ...needs, ...over }, mailTo)).map(({ code }) => code);

type Broken = (given: CheckupContext) => Partial<CheckupContext>;
const withPartner =
  (over: Partial<typeof partners>): Broken =>
  () => ({ partners: { ...partners, ...over } });
const withFeed =
  (over: Partial<typeof feed>): Broken =>
  () => ({ feed: { ...feed, ...over } });
const withRow =
  (row: Partial<typeof aRow>): Broken =>
  () => ({ pool: createPool(row) });
const withConfig =
  (over: Partial<CheckupContext['config']>): Broken =>
  ({ config }) => ({
    config: { ...config, ...over },
  });
const telegramFailing = (status: number | null): Broken =>
  withPartner({ telegram: { readUsername: failing(new TelegramError('it failed', { status, retryAfterMs: null })) } });
const brokerFailing = (error: Error): Broken =>
  withPartner({ brokerSide: { broker: { findTrader: failing(error), state: () => 'down' } } });
const listsBeing =
  (state: WatchedBroker['state']): Broken =>
  ({ config }) => ({
    config: { ...config, broker: { kind: 'manual', referralUrl: pocket.referralUrl, postbackKey: null } },
    partners: { ...partners, brokerSide: { broker: { findTrader: async () => null, state } } },
  });
const mailFailing = (send: Error): Broken =>
  withPartner({ mailTransport: { verify: async () => undefined, send: failing(send) } });
const unpaired = { publicKey: 'B'.repeat(87), privateKey: Buffer.alloc(32, 1).toString('base64url') };

/** Each thing broken once. */
const broken: readonly (readonly [FindingCode, Broken])[] = [
  ['brand_default', withConfig({ demo: false })],
  ['disk_locked', withConfig({ dataDir: fileURLToPath(import.meta.url) })],
  ['database_down', () => ({ pool: { query: failing(new Error('connect ECONNREFUSED')) } })],
  ['database_old', withRow({ version: '14.9', number: 140_009 })],
  ['database_rights', withRow({ may_create: false })],
  ['database_session', () => ({ findSessionError: async () => 'locks are lost' })],
  ['database_unsafe', withRow({ fsync: 'off' })],
  ['database_connections', withRow({ connections: 20 })],
  ['clock_off', withRow({ now_ms: now - 1_500 })],
  ['clock_wrong', withRow({ now_ms: now + 7_000 })],
  ['clock_off', withFeed({ lastTick: (symbol) => ({ ...aTick(symbol), time: now + 2_000 }) })],
  ['valkey_down', withPartner({ shared: { valkey: valkeyIn('down') } })],
  ['feed_down', withFeed({ state: () => ({ connected: false, reason: 'HTTP 401' }) })],
  ['feed_silent', withFeed({ lastTick: () => null })],
  ['feed_late', withFeed({ lastTick: (symbol) => ({ ...aTick(symbol), time: now - 6_000 }) })],
  ['feed_partial', withFeed({ lastTick: (symbol) => (symbol === 'EURUSD' ? aTick(symbol) : null) })],
  ['pairs_missing', withFeed({ offer: () => ({ offered: ['EURUSD'], notOffered: ['USDJPY'] }) })],
  ['calls_spent', withFeed({ countCallsLeft: () => [{ calls: 800, ms: 86_400_000, left: 0 }] })],
  ['history_missing', withFeed({ backfill: failing(new Error('HTTP 403')) })],
  ['broker_rejected', brokerFailing(new BrokerAuthError(403, 60))],
  ['broker_lists_old', listsBeing(() => 'degraded')],
  ['broker_down', brokerFailing(new BrokerUnavailable('no answer', 5))],
  ['mail_down', mailFailing(new MailDelayed('EAUTH 535'))],
  ['mail_rejected', mailFailing(new MailRejected('EENVELOPE 550'))],
  ['push_mismatch', withConfig({ vapid: { subject: 'mailto:a@kurs.example', keys: unpaired } })],
  ['telegram_rejected', telegramFailing(401)],
  ['telegram_down', telegramFailing(null)],
  ['llm_down', withPartner({ llms: { a: { ...llm, judge: failing(new LlmUnavailable('key_refused')) } } })],
  [
    'witnesses_down',
    withPartner({
      witnessSide: {
        witnesses: [{ ...witness, addCheckpoint: failing(new WitnessError('no_answer', 'refused')) }],
      },
    }),
  ],
  ['record_behind', withRow({ size: '4' })],
  ['address_plain', withConfig({ publicUrl: 'http://kurs.example' })],
  ['backups_failing', withRow({ failed_at: new Date(now) })],
];

describe('the checkup', () => {
  it('gives 0 when all is well', async () => {
    const findings = await runCheckup(needs, 'operator@kurs.example');
    const shown = findings.map(showFinding);
    // The address of this test is its own machine.
    expect(shown.filter(({ advice }) => advice !== null).map(({ code }) => code)).toEqual(
      findings.some(({ code }) => code === 'disk_low')
        ? ['brand_demo', 'disk_low', 'address_local']
        : ['brand_demo', 'address_local'],
    );
    expect(shown.filter(({ state }) => state === 'failure')).toEqual([]);
    expect(toExitCode(findings.filter(({ code }) => code !== 'disk_low'))).toBe(0);
    expect(findings).toContainEqual({ code: 'mail_sent', detail: 'operator@kurs.example' });
    expect(findings).toContainEqual({ code: 'feed_ok', detail: 'deriv, 2/2, 0.4 s' });
    expect(findings).toContainEqual({ code: 'pairs_ok', detail: '2/2' });
    expect(findings).toContainEqual({ code: 'calls_ok', detail: '1 min: 5/8, 24 h: 640/800' });
    expect(findings).toContainEqual({ code: 'clock_ok', detail: '3 ms' });
    expect(findings).toContainEqual({ code: 'backups_ok', detail: '2026-09-15T11:59:30.000Z' });
  });

  it.each(broken)('says %s, what to do, and ends with its exit code', async (code, breakIt) => {
    const findings = await runCheckup({ ...needs, ...breakIt(needs) }, 'operator@kurs.example');
    expectFailure(code, findings);
  });

  it.each([
    ['brand_demo', withConfig({})],
    ['valkey_absent', withPartner({ shared: { valkey: null } })],
    ['feed_simulated', withFeed({ kind: 'simulated', isLive: false })],
    ['spread_unknown', withFeed({ lastTick: (symbol) => ({ ...aTick(symbol), ask: 1.1051 }) })],
    ['mail_absent', withPartner({ mailTransport: null })],
    ['telegram_absent', withPartner({ telegram: null })],
    ['llm_absent', withPartner({ llms: null })],
    ['witnesses_absent', withPartner({ witnessSide: { witnesses: [] } })],
    ['broker_lists_unseen', listsBeing(failing(new Error('in use by the running product')))],
    ['broker_lists_none', listsBeing(failing(Object.assign(new Error('no relation'), { code: '42P01' })))],
    ['database_taken', () => ({ pool: null })],
    ['backups_unseen', withRow({ archive_mode: 'off' })],
    // A port that nobody listens at.
    ['address_idle', withConfig({ publicUrl: 'https://127.0.0.2:10', port: 10 })],
  ] as const)('says %s without calling it an error', async (code, change) => {
    const findings = (await runCheckup({ ...needs, ...change(needs) })).filter((finding) => finding.code === code);
    expect(renderCheckup(findings)).toMatch(/^– .+\n {4}\S/);
    expect(toExitCode(findings)).toBe(0);
  });

  it('names what of the brand is as it was shipped, and pages that were built with another one', async () => {
    const brandDir = writeOtherBrand();
    const built = join(folder, 'brand.json');
    const check = () => checkBrand({ brandDir, demo: false }, built);
    const shipped = brandFiles.filter((name) => !['brand.json', 'logo.svg'].includes(name));
    const parts = 'favicon.svg, icons, legal/terms, legal/privacy-policy, legal/cookie-policy, faq';
    expect(check()).toEqual([{ code: 'brand_default', detail: parts }]);
    await writeFile(built, JSON.stringify(computeDigests(brandDir)));
    expect(check()).toHaveLength(1);
    for (const name of shipped) await appendFile(join(brandDir, name), '\n');
    expect(check()).toEqual([
      { code: 'brand_ok', detail: null },
      { code: 'brand_unbuilt', detail: brandDir },
    ]);
    expect(showFinding({ code: 'brand_unbuilt', detail: brandDir }).advice).toContain(
      'BRAND_DIR=<folder> npm run build',
    );
    await rm(brandDir, { recursive: true });
  });

  it('reads the market as closed while it is', async () => {
    const closed = { calendar: 'forex', window: null } as const;
    const sunday = asMarketClock({ now: () => Date.UTC(2026, 8, 13, 12) });
    const silent = { ...feed, lastTick: () => null };
    const config = { ...needs.config, tradingHours: closed };
    expect(await toCodes({ config, marketClock: sunday, feed: silent })).toContain('feed_closed');
  });

  it('names the pairs that a broker does not offer, which is no error unless PAIRS names them', async () => {
    const symbols = majorPairs.map((pair) => pair.symbol);
    const [offered, notOffered] = [symbols.slice(0, 26), symbols.slice(26)];
    const findings = await runCheckup({ ...needs, feed: { ...feed, symbols, offer: () => ({ offered, notOffered }) } });
    expect(findings).toContainEqual({ code: 'pairs_ok', detail: `26/28, - ${notOffered.join(' ')}` });
    // A pair that is not offered has no price to wait for.
    expect(findings).toContainEqual({ code: 'feed_ok', detail: 'deriv, 26/26, 0.4 s' });
  });

  it('says that the public address is down while the product itself answers', async () => {
    const product = createServer((_, response) => response.end('{"status":"ok"}'));
    const port = await listenLocally(product);
    const finding = await checkAddress(testConfig({ publicUrl: 'https://kurs.invalid', port }));
    product.close();
    expectFailure('address_down', [finding]);
  });

  it('names a certificate that is not trusted, whether or not it finds the product itself', async () => {
    const proxy = createTlsServer({ cert: testCertificate, key: testCertificateKey });
    const publicUrl = `https://127.0.0.2:${await listenLocally(proxy, { host: '127.0.0.2' })}`;
    const finding = await checkAddress(testConfig({ publicUrl, port: 10 }));
    proxy.close();
    expect(finding).toMatchObject({ code: 'address_down', detail: expect.stringContaining('self-signed certificate') });
  });

  const gibibyte = 2 ** 30;

  it.each([
    ['node_old', checkNode('22.9.0')],
    ['disk_full', judgeSpace(0.4 * gibibyte)],
    ['disk_low', judgeSpace(4.9 * gibibyte)],
    ['settings_wrong', { code: 'settings_wrong', detail: 'PORT=x' }],
  ] as const)('says %s of this machine', (code, finding) => expectFailure(code, [finding]));

  it('finds Node 24 and 5 GiB enough', () => {
    expect([checkNode('24.0.0').code, judgeSpace(5 * gibibyte).code]).toEqual(['node_ok', 'disk_ok']);
  });

  it('is tested with each finding that calls for action', () => {
    const shown = ['address_down', 'brand_unbuilt', 'node_old', 'disk_full', 'disk_low', 'settings_wrong'];
    const tested = new Set([...broken.map(([code]) => code as string), ...shown]);
    const untested = findingCodes.filter((code) => {
      const { state } = showFinding({ code, detail: null });
      return (state === 'failure' || state === 'warning') && !tested.has(code);
    });
    expect(untested).toEqual([]);
  });
});

/** The line, what to do, and the exit code of one finding. */
function expectFailure(code: FindingCode, findings: readonly Finding[]): void {
  const found = findings.filter((finding) => finding.code === code);
  expect(found).toHaveLength(1);
  const [line = '', advice = ''] = renderCheckup(found).split('\n');
  expect(line).toMatch(/^✗ /);
  const shown = showFinding({ code, detail: null });
  expect(shown.advice).not.toBeNull();
  expect(advice.trim()).toBe(shown.advice);
  expect(toExitCode(found)).toBe(shown.state === 'failure' ? 1 : 2);
}
