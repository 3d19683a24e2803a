import { expect, test } from 'vitest';
import { aSettledSignal, noon } from '#tests/support/browser/fake-api.ts';
import { minuteMs } from '#domain/time.ts';
import { chaseOffer } from './chase-offer.ts';

const id = (last: number): string => `3f0f7c1e-58a4-4a5b-9d5a-0d6f2a3b4c0${last}`;
const lost = { ...aSettledSignal('unsuccessful'), id: id(1) };

test('a loss is offered for five minutes after its expiry', () => {
  const open = { kind: 'open', until: noon + 5 * minuteMs, lostStakes: 1, stepsLeft: 2 };
  expect(chaseOffer(lost, [lost], noon + 5 * minuteMs - 1)).toEqual(open);
  expect(chaseOffer(lost, [lost], noon + 5 * minuteMs)).toEqual({ kind: 'late' });
});

test.each(['successful', 'neutral', 'void'] as const)('nothing is chased after %s', (result) => {
  const signal = aSettledSignal(result);
  expect(chaseOffer(signal, [signal], noon)).toEqual({ kind: 'none' });
});

test('a loss of practice is offered too, and is no lost stake', () => {
  const practice = { ...lost, hasEdge: false };
  const chase = { ...lost, id: id(2), chaseOf: practice.id };
  expect(chaseOffer(practice, [practice], noon)).toMatchObject({ kind: 'open', lostStakes: 0, stepsLeft: 2 });
  expect(chaseOffer(chase, [chase, practice], noon)).toMatchObject({ kind: 'open', lostStakes: 1, stepsLeft: 1 });
});

test('a chain ends with its second chase', () => {
  const first = { ...lost, id: id(2), chaseOf: lost.id };
  const second = { ...lost, id: id(3), chaseOf: first.id };
  expect(chaseOffer(first, [first, lost], noon)).toMatchObject({ kind: 'open', lostStakes: 2, stepsLeft: 1 });
  expect(chaseOffer(second, [second, first, lost], noon)).toEqual({ kind: 'ended' });
});

test('a chased loss is not offered again, unless the chase was void', () => {
  const chase = { ...lost, id: id(2), chaseOf: lost.id };
  expect(chaseOffer(lost, [chase, lost], noon)).toEqual({ kind: 'none' });
  expect(chaseOffer(lost, [{ ...chase, result: 'void' }, lost], noon)).toMatchObject({ kind: 'open' });
});
