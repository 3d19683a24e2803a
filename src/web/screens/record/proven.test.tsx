import { screen } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import type { ModelFigures } from '#contract/record/record.ts';
import { type ProofState, proofStates } from '#domain/record/proof-state.ts';
import { loadPhrases } from '#web/language/phrase-book.ts';
import type { Findings } from '#web/record/check/check-entry.ts';
import type { Entry } from '#web/record/check/signal-leaf.ts';
import { aRecordSummary } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { EntryCards, EntryTable } from './entry-table.tsx';
import { FactsCard } from './facts-card.tsx';
import { Leaderboard } from './figures/leaderboard.tsx';
import type { RecordSource } from './use-record-address.ts';
import { VerifiedEntry } from './check/verified-entry.tsx';

beforeAll(() => loadPhrases('en'));

const counts = { total: 10, successful: 6, neutral: 0, unsuccessful: 4, void: 0 };
const noRate = { winRate: null, low: null, high: null };
const figures: ModelFigures = {
  aiModel: 'kurs_ai_v2',
  ...counts,
  ...noRate,
  breakEven: 0.55,
  rank: null,
  calibration: null,
  reliability: [],
  shadow: {
    issued: { ...counts, ...noRate, effective: null },
    inTurn: { ...counts, ...noRate, effective: null },
    stated: 10,
    abstained: null,
    reliability: [],
  },
  flagged: false,
  flag: null,
  card: null,
  proven: { signals: 8, ofSignals: 11, minutes: 1_200, ofMinutes: 1_440 },
};

const showLeaderboard = (source: RecordSource, quorum = 2): void =>
  void renderPage(
    <Leaderboard
      models={[figures]}
      payout={0.82}
      quorum={quorum}
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

test('without a required witness no model is counted as unproven', () => {
  showLeaderboard('people', 0);
  expect(screen.queryByText(/proven/)).toBeNull();
});

const items = proofStates.map((proof, index): Entry => {
  const issued = { index, kind: 'signal', at: '2026-03-02T09:00:00.000Z', leafHash: 'a'.repeat(64) } as const;
  return { issued, ended: null, proof };
});

test.each([
  ['table', EntryTable],
  ['cards', EntryCards],
])('each entry of the %s says whether it is proven', (_as, Rows) => {
  renderPage(<Rows items={items} isProofShown onCheck={() => undefined} />);
  for (const word of ['Proven', 'Awaiting witnesses', 'Unproven']) expect(screen.getByText(word)).toBeDefined();
});

test.each([
  ['table', EntryTable],
  ['cards', EntryCards],
])('the %s says nothing of it without a required witness', (_as, Rows) => {
  renderPage(<Rows items={items} isProofShown={false} onCheck={() => undefined} />);
  expect(screen.queryByText(/proven/i)).toBeNull();
});

const findings = (proof: ProofState | null): Findings => ({
  entry: { index: 0, leaves: items.slice(0, 1).map(({ issued }) => issued), proof },
  isAnswer: true,
  isLeafTrue: null,
  followsFromPrices: null,
  isIncluded: true,
  isSigned: true,
  continuity: 'first',
  around: { count: 1, violations: [] },
  size: 1,
});

test.each([
  ['proven', 2, 'Witnesses saw it in the record before its expiry.'],
  ['pending', 2, 'Witnesses can still see it in the record before it expires.'],
  ['unproven', 2, 'Too few witnesses saw it in the record before its expiry: its time is our word alone.'],
  ['unproven', 0, 'No witness is required here: nobody outside proves the times.'],
] as const)('a checked entry that is %s says so, by a quorum of %d', (proof, quorum, text) => {
  renderPage(<VerifiedEntry findings={findings(proof)} quorum={quorum} />);
  expect(document.body.textContent).toContain(text);
});

test.each([
  [2, 'a signal is proven if at least 2 of 3 witnesses saw it in the record before it expired'],
  [0, 'no witness is required here: nobody outside proves the times, and a witness on the same machine proves nothing'],
])('the facts say what a quorum of %d means', (quorum, text) => {
  renderPage(<FactsCard models={[figures]} summary={aRecordSummary({ witnesses: { count: 3, quorum } })} />);
  expect(screen.getByText(text)).toBeDefined();
});
