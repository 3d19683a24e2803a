import { describe, expect, it } from 'vitest';
import { priceLine } from './prices-card.tsx';

const size = { width: 100, height: 120, pad: 10 };

describe('the price line of a signal', () => {
  it('starts at the left, ends at the right, and steps, because a price holds until the next one', () => {
    const line = priceLine(
      [
        { at: 1_000, price: 1 },
        { at: 1_500, price: 3 },
        { at: 2_000, price: 2 },
      ],
      [],
      size,
    );
    expect(line?.path).toBe('M0 110H50V10H100V60');
    expect([line?.low, line?.high]).toEqual([1, 3]);
  });

  it('includes the entry price when it is outside the range of the prices', () => {
    const line = priceLine([{ at: 0, price: 2 }], [1], size);
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
        size,
      )?.path,
    ).toMatch(/^M0 ([\d.]+)H100V\1$/);
    expect(priceLine([], [1], size)).toBeNull();
  });
});
