import { expect, it } from 'vitest';
import type { AnswerLeaf } from '#record/leaf.ts';
import { expiryOfLeaf } from './open-leaf.ts';

it('opens the answer of a language model when the last signal that passes it on has expired', () => {
  const answer: AnswerLeaf = {
    form: 'answer/1',
    feed: 'deriv',
    model: 'chatgpt_4o',
    version: 'gpt-4o q1',
    symbol: 'EURUSD',
    duration: 5,
    minute: '2026-03-02T10:00:00.000Z',
    question: 'a'.repeat(64),
    stated: 0.7,
    calibrated: 0.56,
    signalFrom: 51,
    issuedAt: '2026-03-02T10:00:08.000Z',
    seq: 3,
    nonce: 'b'.repeat(32),
  };
  // Passed on for 90 s, entered within 5 s, and five minutes long.
  expect(new Date(expiryOfLeaf(answer)).toISOString()).toBe('2026-03-02T10:06:35.000Z');
});
