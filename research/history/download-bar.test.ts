import { expect, it } from 'vitest';
import { createDownloadBar } from './download-bar.ts';

function shown(isTerminal: boolean, saved: number, total: number): string {
  let text = '';
  let seconds = 0;
  const bar = createDownloadBar({
    total,
    saved,
    isTerminal,
    now: () => 1000 * seconds,
    write: (more) => void (text += more),
  });
  for (let day = saved; day < total; day += 1) {
    seconds += 3;
    bar.advance(`EURUSD day ${day + 1}`);
  }
  return text;
}

it('is one line on a terminal, with the remaining time at the pace of this run', () => {
  const lines = shown(true, 2, 4).split('\r\u001b[K');
  expect(lines).toEqual([
    '2 of 4 days were here already.\n',
    `[${'█'.repeat(22)}${'░'.repeat(8)}] 75 % 3 of 4 days, about 0:03 left  EURUSD day 3`,
    `[${'█'.repeat(30)}] 100 % 4 of 4 days, about 0:00 left  EURUSD day 4`,
  ]);
});

it('is one line per percent in a log', () => {
  expect(shown(false, 0, 2)).toBe('downloading 50 %, 0:03\ndownloading 100 %, 0:06\n');
  expect(shown(false, 0, 400).trimEnd().split('\n')).toHaveLength(101);
});
