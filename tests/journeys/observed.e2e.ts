import { expect, type Page, test } from '@playwright/test';
import { type CollectedSpan, type FakeCollector, startFakeCollector } from '#tests/support/network/fake-collector.ts';
import { type FakeSentry, startFakeSentry } from '#tests/support/network/fake-sentry.ts';
import { sendLogin } from '#tests/support/browser/sign-in.ts';
import { type Product, startProduct } from '#tests/support/product.ts';
import { returningVisitor } from '#tests/support/browser/returning-visitor.ts';

/** The product itself, with a local collector of traces and a local server of error reports. */
let collector: FakeCollector;
let sentry: FakeSentry;
let product: Product;
test.beforeAll(async () => {
  collector = await startFakeCollector();
  sentry = await startFakeSentry();
  product = await startProduct({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, SENTRY_DSN: sentry.dsn });
});
test.beforeEach(({ context }) => returningVisitor(context));
test.afterAll(async () => {
  await product.stop();
  await collector.close();
  await sentry.close();
});

/** Signs in; returns the trace that the page began with its call. */
async function signIn(page: Page): Promise<string> {
  await page.goto(`${product.url}/uk/login?next=%2Fuk%2Faccount`);
  const called = page.waitForRequest((request) => request.url().endsWith('/api/login'));
  await sendLogin(page, product);
  const [, traceId = ''] = ((await called).headers()['traceparent'] ?? '').split('-');
  await expect(page.getByRole('heading', { name: 'Акаунт', level: 1 })).toBeVisible();
  return traceId;
}

const findChild = (parent: CollectedSpan | undefined, name: string): CollectedSpan | undefined =>
  collector.spans.find((span) => span.name === name && span.parentSpanId === parent?.spanId);

test('a click, its call and its commit are one trace, and a page that fails reports it', async ({ page }) => {
  const traceId = await signIn(page);
  await expect
    .poll(async () => {
      await page.evaluate(() => void setTimeout(() => reportError(new TypeError('of demo@kurs.example')), 0));
      return sentry.events.map(({ release, exception }) => ({ release, exception }));
    })
    .toContainEqual({
      release: expect.stringMatching(/^kurs@\d/),
      exception: { values: [expect.objectContaining({ type: 'TypeError', value: 'of [e-mail]' })] },
    });

  // What was not sent yet is sent before the process ends.
  await product.stop();
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  const route = collector.spans.find((span) => span.traceId === traceId && span.name === 'POST /api/login');
  expect(findChild(route, 'database transaction')?.traceId).toBe(traceId);
  expect(collector.resource).toMatchObject({ 'service.name': 'kurs', 'kurs.role': 'all' });
  for (const sent of [...collector.bodies, ...sentry.bodies]) expect(sent).not.toContain('demo@kurs.example');
});
