import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { useNavigate } from 'react-router';
import type { SiteNotice } from '#contract/site.ts';
import { toEachLanguage } from '#domain/language.ts';
import { aWorkingStats } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/components/render-page.tsx';
import { stubServer } from '#tests/support/components/fake-server.ts';
import { eventHub } from '#web/api/event-hub.ts';
import { useEventStream } from '#web/session/use-event-stream.ts';
import { useWorkingStats } from '#web/session/working-stats.ts';
import { writeStored } from '#web/storage/stored.ts';
import { SiteNoticeStrip } from './site-notice.tsx';

const aNotice = (id: string, kind: SiteNotice['kind'], text: string): SiteNotice => ({
  id,
  kind,
  text: toEachLanguage(() => text),
});
const ofDocument = aNotice('1', 'announcement', 'An update tomorrow');
const { dataset } = document.documentElement;

beforeEach(() => {
  vi.spyOn(eventHub, 'hold').mockReturnValue(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  delete dataset['notice'];
  writeStored('notice-dismissed', null);
});

function Strip() {
  const navigate = useNavigate();
  useEventStream();
  return (
    <>
      <SiteNoticeStrip />
      {useWorkingStats() && <output>answered</output>}
      <button type="button" onClick={() => void navigate('/en/record')}>
        Go on
      </button>
    </>
  );
}

/** `document`: in the page as it was served; `newest`: what the server answers since. */
async function show(inDocument: SiteNotice | null, newest: SiteNotice | null) {
  if (inDocument) dataset['notice'] = JSON.stringify(inDocument);
  stubServer({ 'GET /api/signal/workingStats': aWorkingStats({ notice: newest }) });
  await renderPage(<Strip />);
  await expect.element(page.getByText('answered')).toBeInTheDocument();
}
const goOn = () => page.getByRole('button', { name: 'Go on' }).click();

test('the announcement of the document is shown until it is closed, and another one after it', async () => {
  const another = aNotice('2', 'announcement', 'The update is done');
  await show(ofDocument, another);
  await expect.element(page.getByText('An update tomorrow')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(page.getByText('An update tomorrow')).not.toBeInTheDocument();
  await goOn();
  await expect.element(page.getByText('The update is done')).toBeVisible();
});

test('an announcement that was closed before is not shown again', async () => {
  writeStored('notice-dismissed', ofDocument.id);
  await show(ofDocument, ofDocument);
  await goOn();
  await expect.element(page.getByText('An update tomorrow')).not.toBeInTheDocument();
});

test('an announcement that comes while a page is read waits for the next page, so that nothing moves', async () => {
  await show(null, ofDocument);
  await expect.element(page.getByText('An update tomorrow')).not.toBeInTheDocument();
  await goOn();
  await expect.element(page.getByText('An update tomorrow')).toBeVisible();
});

test('maintenance appears and ends on an open page when the stream reports it', async () => {
  const on = vi.spyOn(eventHub, 'on');
  await show(null, null);
  const report = (newest: SiteNotice | null): void => {
    stubServer({ 'GET /api/signal/workingStats': aWorkingStats({ notice: newest }) });
    const data = { open: true, nextOpen: null, nextClose: null, maintenance: newest !== null };
    for (const [name, handler] of on.mock.calls) if (name === 'market') handler(data as never);
  };
  report(aNotice('3', 'maintenance', 'Maintenance until 14:00'));
  await expect.element(page.getByText('Maintenance until 14:00')).toBeVisible();
  report(null);
  await expect.element(page.getByText('Maintenance until 14:00')).not.toBeInTheDocument();
});

test('maintenance is shown at once, and cannot be closed', async () => {
  await show(null, aNotice('3', 'maintenance', 'Maintenance until 14:00'));
  await expect.element(page.getByText('Maintenance until 14:00')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Close' })).not.toBeInTheDocument();
});
