import { expect, it } from 'vitest';
import type { BarInput } from '#engine/bar-input.ts';
import { minuteMs } from '#domain/time.ts';
import { createInputJournal } from './input-journal.ts';

const midnight = Date.parse('2026-03-03T00:00:00.000Z');
const start: BarInput = ['start', ['EURUSD'], ['a model']];
const close = (minute: number): BarInput => ['close', minute, []];
const yesterday = [start, close(midnight - minuteMs)];
const today = [start, close(midnight)];

it('keeps the inputs of the current day alone while another process leads', () => {
  let isLeading = false;
  const journal = createInputJournal(['a model'], { isLeading: () => isLeading });
  for (const input of [...yesterday, ...today]) journal.add(input);
  isLeading = true;
  // Elected: nothing of this run has been stored.
  expect(journal.upTo(midnight, 0)).toEqual({ inputs: today, next: 4 });
  journal.add(close(midnight + minuteMs));
  expect(journal.upTo(midnight + minuteMs, 4)).toEqual({ inputs: [close(midnight + minuteMs)], next: 5 });
});

it('keeps at the leader what is not stored yet, over the end of a day', () => {
  const journal = createInputJournal(['a model'], { isLeading: () => true });
  for (const input of [...yesterday, ...today]) journal.add(input);
  expect(journal.upTo(midnight, 0).inputs).toEqual([...yesterday, ...today]);
});

it('continues at its numbers after a lead that was lost for a while', () => {
  let isLeading = true;
  const journal = createInputJournal(['a model'], { isLeading: () => isLeading });
  for (const input of yesterday) journal.add(input);
  expect(journal.upTo(midnight - minuteMs, 0).next).toBe(2);
  journal.add(close(midnight - minuteMs / 2));
  isLeading = false;
  for (const input of today) journal.add(input);
  isLeading = true;
  expect(journal.upTo(midnight, 2)).toEqual({ inputs: today, next: 5 });
});
