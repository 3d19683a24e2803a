import { createFeatureStream, pairFeatureInfos } from '#engine/features/feature-stream.ts';
import { outcomeAt } from '#engine/bar/bar-outcome.ts';
import { createFigure } from '../figure.ts';
import { perSecond } from '../load/per-second.ts';
import type { Row } from '../row.ts';
import { toTable } from '#engine/bar/bar-table.ts';
import { simulatedBars } from '../simulated-bars.ts';

const barCount = 10_000;

export const featuresRow: Row = {
  name: 'features',
  what: 'the rule of settlement on bars, the whole feature stream; one thread',
  peer: 'none: no other program computes the same',
  async measure() {
    const bars = [...(await simulatedBars(barCount, ['EURUSD'])).values()][0] ?? [];
    const table = toTable('EURUSD', bars);
    const outcomes = await perSecond(table.size, () => {
      for (let i = 0; i < table.size; i += 1) outcomeAt(table, i, 3);
    });
    const stream = await perSecond(bars.length, () => {
      const { push } = createFeatureStream('EURUSD');
      for (const bar of bars) push(bar);
    });
    return [
      createFigure('outcome of one duration on bars', 'M bars/s', outcomes.map(millions), { atLeast: 25 }),
      createFigure(`feature stream, ${pairFeatureInfos.length} features a bar`, 'bars/s', stream),
    ];
  },
};

const millions = (rate: number): number => rate / 1e6;
