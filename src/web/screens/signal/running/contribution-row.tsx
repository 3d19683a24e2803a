import type { Signal } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

type SignalSide = Signal['signal'];

/** From points of P(up) to points towards the signal. */
const sideSign: Readonly<Record<SignalSide, 1 | -1>> = { BUY: 1, SELL: -1 };

/** Not zero with one decimal. */
export const isNoticeable = (effect: number): boolean => Math.abs(effect) >= 0.05;

interface ContributionRowProps {
  readonly name: string;
  /** A sentence under the name. */
  readonly note?: string;
  readonly value?: string;
  /** Percentage points of P(up). */
  readonly effect: number;
  readonly side: SignalSide;
  /** The largest effect of the table: half of the bar's width. */
  readonly scale: number;
}

/** A solid bar to the right supports the signal, a hatched one to the left opposes it. */
export function ContributionRow({ name, note, value, effect, side, scale }: ContributionRowProps) {
  const { f } = usePhrases();
  const points = effect * sideSign[side];
  const direction = effect > 0 ? 'up' : 'down';
  return (
    <div>
      <span className="nm">
        {name}
        {note && <small>{note}</small>}
      </span>
      {value !== undefined && <span className="rd">{value}</span>}
      <span className="bar" aria-hidden="true">
        <i
          className={`${direction} ${points > 0 ? 'for' : 'against'}`}
          style={{ width: `${Math.min(48, (Math.abs(effect) / scale) * 48)}%` }}
        />
      </span>
      <span className={isNoticeable(effect) ? `ct ${direction}` : 'ct text-ink-3'}>{f.signed(points, 1)}</span>
    </div>
  );
}
