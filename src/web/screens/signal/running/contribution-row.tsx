import { usePhrases } from '#web/language/use-phrases.ts';

interface ContributionRowProps {
  readonly name: string;
  /** A sentence under the name. */
  readonly note?: string;
  readonly value?: string;
  /** Percentage points of P(up). */
  readonly effect: number;
  /** The largest effect of the table: half of the bar's width. */
  readonly scale: number;
}

/** Up is a solid bar to the right, down is a hatched one to the left. */
export function ContributionRow({ name, note, value, effect, scale }: ContributionRowProps) {
  const { f } = usePhrases();
  const isUp = effect >= 0;
  const isShown = Math.abs(effect) >= 0.05;
  return (
    <div>
      <span className="nm">
        {name}
        {note && <small>{note}</small>}
      </span>
      {value !== undefined && <span className="rd">{value}</span>}
      <span className="bar" aria-hidden="true">
        <i className={isUp ? 'p' : 'n'} style={{ width: `${Math.min(48, (Math.abs(effect) / scale) * 48)}%` }} />
      </span>
      <span className={isShown ? `ct ${isUp ? 'up' : 'down'}` : 'ct text-ink-3'}>
        {isShown && (isUp ? '↑ ' : '↓ ')}
        {f.signed(effect, 1)}
      </span>
    </div>
  );
}
