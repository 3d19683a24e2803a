import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { BestNow } from './no-signal.tsx';

const forecast = { aiModel: 'kurs_ai_v2', symbol: 'EURUSD', signal: 'BUY', duration: 5 } as const;

test.each([
  ['is below break-even', 54.5, 54.9451, '0.4 points below break-even 54.9%'],
  [
    'is above break-even and below its threshold',
    55.6,
    56.2,
    '0.7 points above break-even 54.9%, but below the model’s threshold 56.2%',
  ],
  ['lacks less than can be shown', 54.93, 54.9451, 'less than 0.1 points short of an edge, break-even is 54.9%'],
  ['reaches its threshold', 56, 55, '1.1 points above break-even 54.9%'],
])('the distance of a forecast that %s', async (_what, passability, signalFrom, text) => {
  renderPage(<BestNow best={{ ...forecast, passability, signalFrom }} breakEven={1 / 1.82} />);
  expect(await screen.findByText(text)).toBeTruthy();
});
