import type { Analytics, Signal } from '#contract/signals.ts';
import { shownParts, shownPoints } from '#domain/statistics/shown-rate.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { featureName, featureValue } from './feature-words.ts';

type SignalSide = Signal['signal'];

/** From points of P(up) to points towards the signal. */
const sideSign: Readonly<Record<SignalSide, 1 | -1>> = { BUY: 1, SELL: -1 };

/** Effects on P(up) as points towards the signal, which add up from 50 to its passability as it is shown. */
export const shownEffects = (
  rows: readonly { readonly effect: number }[],
  { signal, passability }: Pick<Signal, 'signal' | 'passability'>,
): number[] =>
  shownParts(
    rows.map(({ effect }) => effect * sideSign[signal]),
    shownPoints(passability, 50),
  );

/** Not zero with one decimal. */
export const isNoticeable = (effect: number): boolean => Math.abs(effect) >= 0.05;

interface ContributionRowProps {
  readonly name: string;
  /** A sentence under the name. */
  readonly note?: string;
  readonly value?: string;
  /** Percentage points of P(up). */
  readonly effect: number;
  /** Points towards the signal, as they are shown. */
  readonly points: number;
  /** The largest effect of the table: half of the bar's width. */
  readonly scale: number;
}

/** A solid bar to the right supports the signal, a hatched one to the left opposes it. */
export function ContributionRow({ name, note, value, effect, points, scale }: ContributionRowProps) {
  const { f } = usePhrases();
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
      <span className={points !== 0 ? `ct ${direction}` : 'ct text-ink-3'}>{f.signed(points, 1)}</span>
    </div>
  );
}

export interface WhyNumbersProps extends Pick<Analytics, 'contributions'> {
  readonly signal: Pick<Signal, 'signal' | 'passability'>;
}

/** Every feature with its value and its effect, largest first. */
export default function WhyNumbers({ contributions, signal }: WhyNumbersProps) {
  const { t, f } = usePhrases();
  const points = shownEffects(contributions, signal);
  const scale = Math.max(0.1, ...contributions.map(({ effect }) => Math.abs(effect)));
  return (
    <div className="contrib numbers">
      <div className="hdr" aria-hidden="true">
        <span>{t('signal.why.feature')}</span>
        <span className="rd">{t('signal.why.value')}</span>
        <span className="text-center">{t('signal.why.effect')}</span>
        <span className="ct">{t('signal.why.points')}</span>
      </div>
      {contributions.map(({ feature, value, effect }, i) => {
        // Signals issued before every feature was listed have a sum of the small ones; its value is
        // their number.
        const isRest = feature === 'other';
        const name = isRest ? t('signal.why.other', { n: f.count(value), count: value }) : featureName(feature, t);
        const reading = isRest ? '' : featureValue(feature, value, f);
        return (
          <ContributionRow
            key={feature}
            name={name}
            value={reading}
            effect={effect}
            points={points[i] ?? 0}
            scale={scale}
          />
        );
      })}
    </div>
  );
}
