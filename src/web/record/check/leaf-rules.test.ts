import { expect, it } from 'vitest';
import { createLeafRules, type LeafViolation } from './leaf-rules.ts';

const succession = { form: 'succession/1', previous: 'a note', reason: 'lost', at: '2026-03-02T09:00:00.000Z' };

function violationsAt(index: number): LeafViolation[] {
  const found: LeafViolation[] = [];
  const rules = createLeafRules((violation) => found.push(violation), 0);
  rules.add({ index, kind: 'succession', at: succession.at, leafHash: 'a'.repeat(64), leaf: succession });
  return found;
}

it('the first leaf alone may name the record before it', () => {
  expect(violationsAt(0)).toEqual([]);
  expect(violationsAt(1)).toEqual([{ kind: 'form', index: 1 }]);
});
