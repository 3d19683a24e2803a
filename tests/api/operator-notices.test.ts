import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#domain/time.ts';
import type { WorkingStats } from '#contract/prices.ts';
import { recordEndpoints } from '#contract/record/record-endpoints.ts';
import { toInstant } from '#contract/wire.ts';
import { serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { AccountsApi } from '#server/modules/accounts/accounts.api.ts';
import { pricesModule } from '#server/modules/prices/module.ts';
import type { SignalsApi } from '#server/modules/signals/signals.api.ts';
import { siteModule } from '#server/modules/site/module.ts';
import { only } from '#tests/support/only.ts';
import { createTestAdmin } from '#tests/support/test-admin.ts';
import { testPlatform } from '#tests/support/test-platform.ts';
import { type SignalPerson, startsAt } from '#tests/support/test-signals.ts';
import { sharedByTests } from '#tests/support/shared-by-tests.ts';

const call = 'GET /api/record/checkpoint';
const checkpointRoute = serveEndpoints({ [call]: recordEndpoints[call] }, {}, { [call]: () => 'a note' });
const test = sharedByTests(() =>
  createTestAdmin({
    alsoServe: (parts) => [...pricesModule({ ...parts, traders: only({}) }).routes, checkpointRoute],
  }),
);
let admin: SignalPerson;
let person: SignalPerson;

beforeAll(async () => {
  ({ admin } = test);
  person = await test.person();
});
afterEach(async () => {
  await admin.put('/api/admin/maintenance', { isOn: false, reason: 'Back to work' });
});

const announcementPath = '/api/admin/announcement';
const text = { uk: 'Нове вікно', en: 'A new window', ru: 'Новое окно' };
const none = { uk: '', en: '', ru: '' };
/** Runs the due jobs, and those that become due because of them. */
const runJobs = async (): Promise<void> => {
  await test.idle();
  while ((await test.jobs.runDue()) > 0);
};
const readStats = async (): Promise<WorkingStats> => (await person.get('/api/signal/workingStats')).json();

describe('an announcement', () => {
  it('is part of what every page loads from its beginning to its end, and is audited', async () => {
    const [from, until] = [toInstant(startsAt + minuteMs), toInstant(startsAt + hourMs)];
    const answer = await admin.put(announcementPath, { text, from, until });
    expect(answer.json()).toEqual({ text, from, until });
    expect((await admin.get(announcementPath)).json()).toEqual({ text, from, until });
    expect((await readStats()).notice).toBeNull();
    test.time.advance(minuteMs);
    expect((await readStats()).notice).toMatchObject({ kind: 'announcement', text });
    test.time.advance(hourMs);
    expect((await readStats()).notice).toBeNull();
    const [entry] = await test.audit('announcement');
    expect(entry).toMatchObject({ action: 'announcement.change', actorId: admin.id, after: { ...text, until } });
  });

  it('ends with empty texts', async () => {
    await admin.put(announcementPath, { text });
    const { notice } = await readStats();
    expect(notice?.text).toEqual(text);
    await admin.put(announcementPath, { text: none });
    expect((await readStats()).notice).toBeNull();
    expect((await admin.get(announcementPath)).json()).toEqual({ text: none, from: null, until: null });
  });

  it.each([
    ['a language is missing', { text: { uk: 'Так', en: 'Yes' } }],
    ['a language is empty', { text: { ...text, ru: ' ' } }],
    ['it takes several lines', { text: { ...text, ru: 'Раз\nДва' } }],
    ['it is too long', { text: { ...text, en: 'x'.repeat(281) } }],
    ['it ends before it begins', { text, from: toInstant(startsAt + hourMs), until: toInstant(startsAt) }],
  ])('is rejected when %s', async (_, body) => {
    expect((await admin.put(announcementPath, body)).json()).toMatchObject({ code: 'validation_failed' });
    expect((await readStats()).notice).toBeNull();
  });
});

describe('a model that is switched off', () => {
  const path = '/api/admin/models/kurs_ai_v2';
  const off = { uk: 'Перевіряємо', en: 'Under review', ru: 'Проверяем' };
  const signal = (query: string) => person.get(`/python_api/signal${query}`);

  it('issues nothing and says why, while its open signal settles; then it is on again', async () => {
    const trader = await test.person();
    const open = await trader.signal();
    expect((await admin.put(path, { off })).json()).toEqual({ off });
    const answer = await signal('/kurs_ai_v2?interval=3');
    expect(answer.statusCode).toBe(503);
    expect(answer.json()).toMatchObject({
      code: 'model_unavailable',
      message: 'This model is switched off right now: Under review',
      details: { aiModel: 'kurs_ai_v2', reason: 'switched_off', text: 'Under review' },
    });
    const { models } = await readStats();
    expect(models.find(({ key }) => key === 'kurs_ai_v2')).toMatchObject({
      available: false,
      reason: 'switched_off',
      reasonText: off,
    });
    await test.finish(open, 'successful');
    expect((await trader.get(`/api/signal/user/${trader.id}`)).json().items[0]).toMatchObject({ status: 'settled' });
    expect((await signal('?interval=3')).json()).not.toMatchObject({ aiModel: 'kurs_ai_v2' });
    expect((await person.post('/api/signal/start', { aiModel: 'kurs_ai_v2', interval: 3 })).statusCode).toBe(503);
    await admin.put(path, { off: null });
    expect((await readStats()).models.find(({ key }) => key === 'kurs_ai_v2')).toMatchObject({ available: true });
    expect(await test.audit('kurs_ai_v2')).toMatchObject([
      { action: 'model.switch', before: { ...off, isOn: true }, after: { isOn: false } },
      { action: 'model.switch', before: { isOn: false }, after: { ...off, isOn: true } },
    ]);
  });

  it('needs a reason in each language', async () => {
    const answer = await admin.put(path, { off: { ...off, uk: '' } });
    expect(answer.json()).toMatchObject({ code: 'validation_failed' });
  });
});

describe('maintenance', () => {
  const until = toInstant(startsAt + 12 * hourMs);
  const start = () => admin.put('/api/admin/maintenance', { isOn: true, until, reason: 'A new database' });

  it('refuses users with 503 and its expected end, and nothing of administrators, health and record', async () => {
    expect((await start()).json()).toEqual({ isOn: true, until });
    for (const path of ['/python_api/signal', '/api/payout', '/api/user/contest', '/api/trader/info/7000001']) {
      const answer = await person.get(path);
      expect([path, answer.statusCode, answer.headers['retry-after']]).toEqual([path, 503, '3600']);
      expect(answer.json()).toMatchObject({ code: 'maintenance', details: { until } });
    }
    expect((await person.post('/api/signal/start', { aiModel: 'vip', interval: 3 })).statusCode).toBe(503);
    for (const path of ['/api/health', '/api/site', '/api/signal/workingStats', '/api/admin/users'])
      expect([path, (await admin.get(path)).statusCode]).toEqual([path, 200]);
    expect((await person.get('/api/record/checkpoint')).statusCode).toBe(200);
    expect((await readStats()).notice).toMatchObject({
      kind: 'maintenance',
      text: { en: 'Maintenance: no new signals for now. Expected end: 4 March at 05:00 EET.' },
    });
    expect((await test.audit('maintenance'))[0]).toMatchObject({
      action: 'maintenance.change',
      reason: 'A new database',
      after: { isOn: true, until },
    });
    expect((await admin.get('/api/admin/system')).json().maintenance).toEqual({ until });
  });

  it('settles an open signal, which its user goes on seeing', async () => {
    const trader = await test.person();
    const open = await trader.signal();
    await start();
    const read = async () => (await trader.get(`/api/signal/user/${trader.id}`)).json().items[0];
    expect(await read()).toMatchObject({ id: open.id, status: 'entering' });
    await test.finish(open, 'unsuccessful');
    expect(await read()).toMatchObject({ id: open.id, result: 'unsuccessful' });
  });

  it('shows a page in the language of the address; sign-in, the signal page, the record and the console stay', async () => {
    await start();
    const page = await person.get('/ru/about-us', { accept: 'text/html' });
    expect([page.statusCode, page.headers['content-language'], page.headers['cache-control']]).toEqual([
      503,
      'ru',
      'no-store',
    ]);
    expect(page.body).toContain('Ожидаемое окончание: 4 марта');
    for (const path of [
      '/en/admin/users',
      '/uk/login',
      '/uk/second-factor',
      '/uk/signal',
      '/uk/record',
      '/assets/main-1.js',
    ])
      expect([path, (await person.get(path, { accept: 'text/html' })).statusCode]).toEqual([path, 404]);
  });

  it('issues no automatic signal', async () => {
    const trader = await test.person();
    await trader.post('/api/signal/start', { aiModel: 'kurs_ai_v2', interval: 3 });
    await start();
    await runJobs();
    await test.closeMinute();
    expect((await trader.get(`/api/signal/user/${trader.id}`)).json().items).toEqual([]);
    await admin.put('/api/admin/maintenance', { isOn: false, reason: 'Back to work' });
    await test.closeMinute();
    expect((await trader.get(`/api/signal/user/${trader.id}`)).json().items).toHaveLength(1);
  });
});

it('another process knows a change by its message, and within five seconds without one', async () => {
  const other = testPlatform(test.database);
  const site = siteModule({ ...other, accounts: only({ guards: only({}) }) });
  for (const component of site.components) await component.start();
  await admin.put('/api/admin/maintenance', { isOn: true, reason: 'Known without a message' });
  expect(site.api.maintenance()).toBeNull();
  await other.time.advanceAsync(5_000);
  await expect.poll(() => site.api.maintenance()).toEqual({ until: null });
  await admin.put('/api/admin/maintenance', { isOn: false, reason: 'Known by a message' });
  other.bus.notify('site_changed', null);
  await expect.poll(() => site.api.maintenance()).toBeNull();
  for (const component of site.components) await component.stop();
});

it('maintenance reaches every open stream within five seconds when it begins and when it ends', async () => {
  const other = testPlatform(test.database);
  const parts = { ...other, accounts: only<AccountsApi>({ guards: only({}) }) };
  const site = siteModule(parts);
  const signals = only<SignalsApi>({ listModels: () => [] });
  const { components } = pricesModule({ ...parts, signals, site: site.api, traders: only({}) });
  for (const component of [...site.components, ...components]) await component.start();
  await other.time.advanceAsync(5_000);
  for (const isOn of [true, false]) {
    await admin.put('/api/admin/maintenance', { isOn, reason: 'A new database' });
    other.bus.notify('site_changed', null);
    await expect.poll(() => site.api.maintenance() !== null).toBe(isOn);
    await other.time.advanceAsync(5_000);
  }
  expect(other.published).toMatchObject([
    { name: 'market', data: { maintenance: true } },
    { name: 'market', data: { maintenance: false } },
  ]);
  for (const component of [...components, ...site.components]) await component.stop();
});

it.each([
  ['GET', '/api/admin/announcement'],
  ['PUT', '/api/admin/announcement'],
  ['PUT', '/api/admin/maintenance'],
  ['PUT', '/api/admin/models/vip'],
] as const)('%s %s is for administrators', async (method, path) => {
  const answer = await (method === 'GET' ? person.get(path) : person.put(path, {}));
  expect(answer.json()).toMatchObject({ code: 'forbidden' });
});
