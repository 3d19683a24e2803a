import { expect, test } from 'vitest';
import { StartError } from '#node/start-error.ts';
import { silentLog } from '#tests/support/silent-log.ts';
import { createVirtualTime } from '#tests/support/virtual-time.ts';
import { parseConfig } from '../config.ts';
import { chooseMarketData } from './choose-market-data.ts';

test('a file that cannot be replayed ends the start with what to do', () => {
  const config = parseConfig({ FEED: 'replay', REPLAY_FILES: 'package.json' }, () => 'secret');
  const { scheduler } = createVirtualTime(0);
  const choose = () =>
    chooseMarketData({
      config,
      clock: { now: () => 0 },
      scheduler,
      random: () => 0,
      recordedTo: Number.NEGATIVE_INFINITY,
      log: silentLog,
    });
  expect(choose).toThrow(StartError);
  expect(choose).toThrow(/^REPLAY_FILES: package.json: the file's name names no pair.*\nCorrect this, or choose/);
});
