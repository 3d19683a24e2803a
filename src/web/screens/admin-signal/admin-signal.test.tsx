import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, test, vi } from 'vitest';
import { signalPaths } from '#contract/paths.ts';
import { anOpenSignalFile } from '#tests/support/browser/fake-admin.ts';
import { renderPage } from '#tests/support/browser/render-page.tsx';
import { stubServer } from '#tests/support/network/stub-server.ts';
import { priceLine, VoidDialog } from './admin-signal.tsx';

const show = () => {
  const onDone = vi.fn();
  const file = anOpenSignalFile();
  return { file, onDone, user: renderPage(<VoidDialog file={file} onDone={onDone} onClose={() => undefined} />) };
};
const confirm = () => screen.getByRole('button', { name: 'Void signal' });
const reason = 'No price from 14:03:11 to 14:03:47.';

test('needs a public cause and an explanation of at least twenty characters', async () => {
  const { user } = show();
  await user.type(screen.getByRole('textbox'), reason);
  expect(confirm()).toHaveProperty('disabled', true);
  await user.click(screen.getByText('Gap in the prices during the signal'));
  expect(confirm()).toHaveProperty('disabled', false);
  await user.clear(screen.getByRole('textbox'));
  await user.type(screen.getByRole('textbox'), ' Nineteen characters ');
  expect(screen.getByText('19 of 20')).toBeDefined();
  expect(confirm()).toHaveProperty('disabled', true);
});

test('sends both, the explanation without its outer spaces', async () => {
  const path = signalPaths.voidSignal.replace(':id', anOpenSignalFile().id);
  const requests = stubServer({ [`DELETE ${path}`]: null });
  const { user, onDone } = show();
  await user.click(screen.getByText('Gap in the prices during the signal'));
  await user.type(screen.getByRole('textbox'), ` ${reason} `);
  await user.click(confirm());
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1));
  expect(requests).toEqual([`DELETE ${path} ${JSON.stringify({ cause: 'feed_gap', reason })}`]);
});

const lineSize = { width: 100, height: 120, pad: 10 };

describe('the price line', () => {
  it('starts at the left, ends at the right, and steps, because a price holds until the next one', () => {
    const line = priceLine(
      [
        { at: 1_000, price: 1 },
        { at: 1_500, price: 3 },
        { at: 2_000, price: 2 },
      ],
      [],
      lineSize,
    );
    expect(line?.path).toBe('M0 110H50V10H100V60');
    expect([line?.low, line?.high]).toEqual([1, 3]);
  });

  it('includes the entry price when it is outside the range of the prices', () => {
    const line = priceLine([{ at: 0, price: 2 }], [1], lineSize);
    expect([line?.low, line?.y(1), line?.y(2)]).toEqual([1, 110, 10]);
  });

  it('is flat when the price never moved, and missing without a price', () => {
    expect(
      priceLine(
        [
          { at: 0, price: 1.1 },
          { at: 10, price: 1.1 },
        ],
        [1.1],
        lineSize,
      )?.path,
    ).toMatch(/^M0 ([\d.]+)H100V\1$/);
    expect(priceLine([], [1], lineSize)).toBeNull();
  });
});
