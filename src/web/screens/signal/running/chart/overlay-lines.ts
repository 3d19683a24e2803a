import { type IChartApi, type ISeriesApi, LineSeries, LineStyle, type UTCTimestamp } from 'lightweight-charts';
import type { ChartColors } from './chart-colors.ts';
import type { Overlay } from './overlay.ts';

type Line = ISeriesApi<'Line'>;

/** Draws the lines of an overlay: the mean solid, its bounds dotted. Null removes them. */
export function createOverlayLines(chart: IChartApi) {
  let drawn: Line[] = [];
  return {
    draw(overlay: Overlay | null, times: readonly UTCTimestamp[], colors: ChartColors): void {
      const lines = overlay?.lines ?? [];
      if (lines.length !== drawn.length) {
        for (const line of drawn) chart.removeSeries(line);
        drawn = lines.map((_, index) => addLine(chart, index === 0));
      }
      drawn.forEach((line, index) => {
        line.applyOptions({ color: colors.axis });
        line.setData(
          times.map((time, at) => {
            const value = lines[index]?.[at] ?? null;
            return value === null ? { time } : { time, value };
          }),
        );
      });
    },
  };
}

const addLine = (chart: IChartApi, isMean: boolean): Line =>
  chart.addSeries(LineSeries, {
    lineWidth: 1,
    lineStyle: isMean ? LineStyle.Solid : LineStyle.LargeDashed,
    priceLineVisible: false,
    lastValueVisible: false,
    crosshairMarkerVisible: false,
  });
