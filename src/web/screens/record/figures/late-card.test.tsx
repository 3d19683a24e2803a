import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { ModelFigures } from '#contract/record/record.ts';
import { recordPaths } from '#contract/paths.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { fakeRecord } from '#tests/support/browser/fake-record.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { LateCard } from './late-card.tsx';
import type { ShownRecord } from '../use-record-address.ts';

beforeAll(() => loadPhrases('en', ['record', 'recordCheck']));

const record = fakeRecord({ signals: 60 });
const figuresAt = (delay: number): ModelFigures[] =>
  ModelFigures.array().parse(record.answer(recordPaths.models, new URLSearchParams({ delay: String(delay) }))?.body);
/** What the server answers for each delay. */
const serve = (answerAt: (delay: number) => object = figuresAt, status = 200): void => {
  vi.stubGlobal('fetch', async (path: string) => {
    const delay = Number(new URL(path, 'https://kurs.example').searchParams.get('delay'));
    return Response.json(answerAt(delay), { status: delay === 20 ? status : 200 });
  });
};
const view: ShownRecord = { source: 'people', model: 'vip', days: null, payout: null, before: null, entry: null };

function show(shown: Partial<ShownRecord> = {}): void {
  renderPage(<LateCard models={figuresAt(0)} payout={0.82} view={{ ...view, ...shown }} onChange={() => undefined} />);
}

test('each delay has its win rate, interval and count', async () => {
  serve();
  show({ model: 'kurs_ai_v2' });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toHaveLength(5);
  expect(rows[0]?.textContent).toMatch(/^at once4,073 signals57\.5%56\.0–\u206059\.0%$/);
  expect(rows[2]?.textContent).toMatch(/^10\ss later1,358 signals56\.5%/);
});

test('below a hundred outcomes it says how many are missing', async () => {
  serve();
  show({ model: 'chatgpt_4o' });
  const rows = await screen.findAllByRole('listitem');
  const missing = 100 - (figuresAt(30).find(({ aiModel }) => aiModel === 'chatgpt_4o')?.total ?? 0);
  expect(
    within(rows[4] as HTMLElement).getByText(`${missing} more results needed before we show a rate`),
  ).toBeDefined();
});

test('from few hours it says how many are needed', async () => {
  serve((delay) => figuresAt(delay).map((figures) => ({ ...figures, winRate: null, low: null, high: null })));
  show();
  const rows = await screen.findAllByRole('listitem');
  expect(rows[1]?.textContent).toContain('results from at least 20 different hours needed');
});

test('a delay that cannot be read is an error, not a missing row', async () => {
  serve(figuresAt, 500);
  show();
  expect(await screen.findByText('Couldn’t load the record.')).toBeDefined();
  expect(screen.queryAllByRole('listitem')).toEqual([]);
});
