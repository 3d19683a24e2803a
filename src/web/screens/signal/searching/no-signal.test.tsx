import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { BestNow } from './no-signal.tsx';

const forecast = { aiModel: 'kurs_ai_v2', symbol: 'EURUSD', signal: 'BUY', duration: 5 } as const;

test.each([
  ['is below break-even', 54.5, '0.4 points below break-even 54.9%'],
  ['lacks less than can be shown', 54.93, 'less than 0.1 points short of an edge, break-even is 54.9%'],
  ['is above break-even', 55.05, '0.2 points above break-even 54.9%'],
])('the distance of a forecast that %s', async (_what, passability, text) => {
  renderPage(<BestNow best={{ ...forecast, passability, payout: 0.82, breakEven: 1 / 1.82 }} />);
  expect(await screen.findByText(text)).toBeTruthy();
});
