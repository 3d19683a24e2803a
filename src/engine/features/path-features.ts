import { createDelayLine } from './delay-line.ts';
import { type FeatureGroup, mirrored } from './feature-group.ts';

const spans = [1, 2, 3, 5, 10, 15, 30, 60];

/**
 * Path of the recent prices. `move_n`: change of the close over n bars, in mean true ranges × √n.
 * `run`: number of consecutive closes in the same direction, signed; a repeated close neither ends
 * nor lengthens a run. `body`, `body_before`: close − open of the newest and the previous bar, in
 * mean true ranges. `close_place`: close between the bar's low (−1) and high (+1). `jump`: open −
 * previous close, in mean true ranges.
 */
export function createPathFeatures(): FeatureGroup {
  const closes = createDelayLine(61);
  let run = 0;
  let body = Number.NaN;

  function extendRun(change: number): void {
    if (change > 0) run = run > 0 ? run + 1 : 1;
    if (change < 0) run = run < 0 ? run - 1 : -1;
  }

  return {
    features: [
      ...spans.map((span) => mirrored(`move_${span}`)),
      ...['run', 'body', 'body_before', 'close_place', 'jump'].map(mirrored),
    ],
    push({ open, high, low, close, previousClose, scale }, out, at) {
      let next = at;
      closes.push(close);
      for (const span of spans) out[next++] = (close - closes.ago(span)) / (scale * Math.sqrt(span));
      extendRun(close - previousClose);
      const bodyBefore = body;
      body = close - open;
      out[next++] = run;
      out[next++] = body / scale;
      out[next++] = bodyBefore / scale;
      out[next++] = high === low ? 0 : (2 * close - high - low) / (high - low);
      out[next] = (open - previousClose) / scale;
    },
  };
}
