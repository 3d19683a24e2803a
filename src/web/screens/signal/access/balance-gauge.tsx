import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';

interface BalanceGaugeProps {
  readonly balance: number | null;
  readonly needed: number;
  /** Position of the required sum on the track, 0 to 1. */
  readonly markAt: number;
  readonly neededText: string;
}

/** The balance against the required sum. */
export function BalanceGauge({ balance, needed, markAt, neededText }: BalanceGaugeProps) {
  const { t, f } = usePhrases();
  const filled = Math.min(1, (Math.max(0, balance ?? 0) / needed) * markAt) * 100;
  return (
    <div className="gauge">
      <div className="gauge-track">
        <i className="gauge-fill" style={{ width: `${filled}%` }} />
        <i className="gauge-mark" style={{ left: `${markAt * 100}%` }} />
        <span
          className="gauge-mark-label text-14 tabular-nums"
          // Shifted by its own share, so that the label stays within the track.
          style={{ left: `${markAt * 100}%`, transform: `translateX(${-markAt * 100}%)` }}
        >
          {neededText}
        </span>
      </div>
      {balance !== null && (
        <div className="gauge-value text-14 tabular-nums" style={{ paddingLeft: `max(0px, calc(${filled}% - 84px))` }}>
          <Rich text={t('signal.balanceLow.yours', { amount: f.usd(balance) })} />
        </div>
      )}
    </div>
  );
}
