import { expect, test } from 'vitest';
import { mayUseAssistance } from './devtools-block.tsx';

test('detects forced colours and high contrast as traces of assistive technology', () => {
  expect(mayUseAssistance((query) => query.includes('forced-colors'))).toBe(true);
  expect(mayUseAssistance(() => false)).toBe(false);
});
