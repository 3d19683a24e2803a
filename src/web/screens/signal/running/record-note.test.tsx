import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RecordLeaves } from '#contract/record/views.ts';
import { aLiveSignal, aRecordSummary } from '#tests/support/browser/fake-api.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { RecordNote } from './record-note.tsx';

const signal = aLiveSignal();
const path = `GET /api/record/entry/${signal.id}`;
const anEntry = (proof: RecordLeaves['proof']): RecordLeaves => ({
  index: 7,
  leaves: [{ index: 7, kind: 'signal', at: signal.time, leafHash: 'ab'.repeat(32) }],
  proof,
});
const summary = (quorum: number) => aRecordSummary({ witnesses: { count: 2, quorum } });
const show = (entry: () => Promise<Response>, quorum = 1): string[] => {
  const requests = stubServer({ [path]: entry, 'GET /api/record/summary': summary(quorum) });
  renderPage(<RecordNote signal={signal} />);
  return requests;
};

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

test('is read again while witnesses can still see the signal, and no longer once it is proven', async () => {
  let proof: RecordLeaves['proof'] = 'pending';
  const requests = show(() => Promise.resolve(Response.json(anEntry(proof))));
  expect((await screen.findByRole('link', { name: 'No. 7' })).getAttribute('href')).toBe('/en/record?entry=7');
  expect(await screen.findByText('Awaiting witnesses')).toBeDefined();
  proof = 'proven';
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(await screen.findByText('Proven')).toBeDefined();
  const asked = requests.filter((request) => request === path).length;
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect([asked, requests.filter((request) => request === path).length]).toEqual([2, 2]);
});

test('says nothing of witnesses where none is required: the record page does', async () => {
  show(() => Promise.resolve(Response.json(anEntry('unproven'))), 0);
  expect(await screen.findByRole('link', { name: 'No. 7' })).toBeDefined();
  expect(screen.queryByText(/[Uu]nproven|witness/)).toBeNull();
});
