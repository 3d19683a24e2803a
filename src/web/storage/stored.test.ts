import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#tests/support/components/stub-storage.ts';
import { clearPersonalKeys, readStored, writeStored } from './stored.ts';

let saved: Map<string, string>;

beforeEach(() => {
  saved = stubStorage();
});
afterEach(() => void vi.unstubAllGlobals());

test('reads what was written', () => {
  writeStored('prevSignal', { symbol: 'EURUSD', ttl: 5 });
  writeStored('signalInterval', 7);
  expect([readStored('prevSignal'), readStored('signalInterval')]).toEqual([{ symbol: 'EURUSD', ttl: 5 }, 7]);
  expect(saved.get('signalInterval')).toBe('7');
});

test.each([
  ['signal', '{"broken'],
  ['signal', '"text"'],
  ['prevSignal', '{"symbol":1,"ttl":"x"}'],
  ['signalInterval', '4'],
  ['signalInterval', 'NaN'],
  ['aiModel', 'gpt_99'],
  ['i18nextLng', 'en-US'],
  ['token', ''],
  ['campaign', '<script>'],
  ['campaign', 'x'.repeat(65)],
  ['app-theme', 'christmas'],
  ['tutorial-current-step', '9'],
  ['tutorial-current-step', ''],
  ['tutorial-completed', 'maybe'],
  ['traderBalance', 'much'],
  ['stakeShare', '0'],
  ['stakeShare', '2'],
  ['balanceCheckDate', 'yesterday'],
  ['balanceCheckDate', '2026-99-99T00:00:00Z'],
  ['signal', '{"id":"1","signal":"HOLD","symbol":"EURUSD"}'],
  ['signal', 'null'],
] as const)('reads junk in %s (%s) as null', (key, junk) => {
  saved.set(key, junk);
  expect(readStored(key)).toBeNull();
});

const personalKeys = [
  'person',
  'remind-open',
  'tutorial-completed',
  'tutorial-skipped',
  'tutorial-manual-ai-step-closed',
  'tutorial-explain-signal-step-closed',
  'tutorial-current-step',
  'signal',
  'prevSignal',
  'signalInterval',
  'aiModel',
  'manualSymbol',
  'traderBalance',
  'balanceCheckDate',
  'firstStake',
  'stakeShare',
  'autoRunLimits',
  'autoRunSeen',
  'reset-email',
];
const deviceKeys = [
  'token',
  'sign-out-untold',
  'campaign',
  'i18nextLng',
  'language-given',
  'app-theme',
  'color-scheme',
  'motion',
  'banner-paused',
  'season-paused',
  'cookie-notice',
  'shortcuts',
  'record-checkpoint',
  'record-contradiction',
  'chase',
  'sound',
  'vibration',
  'wake-lock',
  'notifications',
];

test('removes the personal keys and leaves those of the device', () => {
  for (const key of [...personalKeys, ...deviceKeys]) saved.set(key, 'anything');
  clearPersonalKeys();
  expect([...saved.keys()]).toEqual(deviceKeys);
});

const fail = () => {
  throw new Error('denied');
};

test('a storage that throws loses the value without breaking the page', () => {
  vi.stubGlobal('localStorage', { getItem: fail, setItem: fail, removeItem: fail });
  writeStored('token', 'x');
  expect(readStored('token')).toBeNull();
});
