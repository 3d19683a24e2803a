import { expect, test } from 'vitest';
import { nameHistoryFile } from './name-history-file.ts';

const now = '2026-11-25T15:00:00.000Z';

test('the file of a whole history is named by its day', () => {
  expect(nameHistoryFile({}, now)).toBe('signals-2026-11-25.csv');
});

test('the name of a narrowed history states each filter', () => {
  const filters = { symbol: 'EURUSD', aiModel: 'vip', duration: 5, result: 'successful', hasEdge: false } as const;
  const period = { from: '2026-11-01', to: '2026-11-20T00:00:00.000Z' };
  expect(nameHistoryFile({ ...filters, ...period }, now)).toBe(
    'signals-2026-11-25-EURUSD-vip-5min-successful-practice-from-2026-11-01-to-2026-11-20.csv',
  );
});
