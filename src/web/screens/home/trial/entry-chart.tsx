import type { ReplayedForecast } from '#contract/record-views.ts';
import { replayGeometry, size } from '../replay-geometry.ts';
import { untilEntry } from './moved.ts';

/** The price up to the entry; the time to the expiry is left empty. */
export function EntryChart({ forecast, label }: { readonly forecast: ReplayedForecast; readonly label: string }) {
  const { before, entry, end } = replayGeometry(untilEntry(forecast));
  return (
    <svg className="chart" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      <path d={`M0 60H${size.width}M0 120H${size.width}M0 180H${size.width}`} stroke="var(--grid)" />
      <path d={`M${end.x} 0V${size.height}`} stroke="var(--t2)" strokeDasharray="3 4" />
      <path d={`M0 ${entry.y}H${size.width}`} stroke="var(--entry)" strokeDasharray="5 5" />
      <path
        d={`M${before.map(({ x, y }) => `${x} ${y}`).join('L')}`}
        fill="none"
        stroke="var(--t2)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <circle cx={entry.x} cy={entry.y} r="5" fill="var(--s1)" stroke="var(--t1)" strokeWidth="2.5" />
    </svg>
  );
}
