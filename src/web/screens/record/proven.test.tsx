import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { ModelFigures } from '#contract/record.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import { aRecordSummary } from '#tests/support/fake-api.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { FactsCard } from './facts-card.tsx';
import { Leaderboard } from './leaderboard.tsx';
import { standingsOf } from './standing.ts';
import type { RecordSource } from './use-record-address.ts';

beforeAll(() => loadPhrases('en'));

const counts = { total: 10, successful: 6, neutral: 0, unsuccessful: 4, void: 0 };
const noRate = { winRate: null, low: null, high: null };
const figures: ModelFigures = {
  aiModel: 'kurs_ai_v2',
  ...counts,
  ...noRate,
  breakEven: 0.55,
  rank: null,
  calibration: [],
  shadow: {
    issued: { ...counts, ...noRate, effective: null },
    inTurn: { ...counts, ...noRate, effective: null },
    stated: 10,
    abstained: null,
    calibration: [],
  },
  flagged: false,
  flag: null,
  card: null,
  proven: { signals: 8, ofSignals: 11, minutes: 1_200, ofMinutes: 1_440 },
};

const showLeaderboard = (source: RecordSource): void =>
  void renderPage(
    <Leaderboard
      models={[figures]}
      payout={0.82}
      played={null}
      view={{ source, model: null, days: null, payout: null, before: null, entry: null }}
      onChange={() => undefined}
    />,
  );

test('each model says how many of its signals are proven, and in shadow how many minutes', () => {
  showLeaderboard('people');
  expect(screen.getByText('8 of 11 proven')).toBeDefined();
  showLeaderboard('shadow');
  expect(screen.getByText('minutes proven: 1,200 of 1,440')).toBeDefined();
});

test('nothing is said of proofs before a statement has expired, or at a size', () => {
  const none = { signals: 0, ofSignals: 0, minutes: 0, ofMinutes: 0 };
  for (const proven of [none, null])
    expect(standingsOf([{ ...figures, proven }], 'people')).toMatchObject([{ proven: null }]);
});

test.each([
  [2, 'a signal is proven if at least 2 of 3 witnesses saw it in the record before it expired'],
  [0, 'no witness is required here: nobody outside proves the times, and a witness on the same machine proves nothing'],
])('the facts say what a quorum of %d means', (quorum, text) => {
  renderPage(<FactsCard models={[figures]} summary={aRecordSummary({ witnesses: { count: 3, quorum } })} />);
  expect(screen.getByText(text)).toBeDefined();
});
