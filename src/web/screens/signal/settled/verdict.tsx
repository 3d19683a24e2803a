import { ArrowRight } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import { priceDigits } from '#domain/market/currency-pair.ts';
import { pipsBetween } from '#domain/market/price.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

/** One sentence: direction and distance of the close from the entry, or why the signal is void. */
export function Verdict({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const { openPrice, closePrice, result, voidReason } = signal;
  if (result === 'void') return t(voidReason ? `signal.void.${voidReason}` : 'signal.result.voidText');
  if (openPrice === null || closePrice === null || result === 'neutral') return t('signal.result.closedEqual');
  const pips = pipsBetween(openPrice, closePrice, priceDigits(signal.symbol));
  const distance = t('signal.pips', { n: f.decimal(Math.abs(pips), 1), count: Math.abs(pips) });
  return t(pips > 0 ? 'signal.result.closedAbove' : 'signal.result.closedBelow', { distance });
}

/** Both prices, and which one decided: the last tick at or before expiry. */
export function EntryAndClose({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const text = (price: number | null): string => price?.toFixed(priceDigits(signal.symbol)) ?? '—';
  const isDecided = signal.result !== 'void' && signal.closePrice !== null && signal.expiresAt !== null;
  return (
    <div className="flex flex-col gap-2">
      <div className="inset oc tabular-nums">
        <div>
          <div className="lab">{t('signal.live.entry')}</div>
          <div>{text(signal.openPrice)}</div>
        </div>
        <ArrowRight className="ic text-ink-3" aria-hidden="true" />
        <div className="text-right">
          <div className="lab">
            {isDecided
              ? t('signal.result.closeAt', { time: f.time(Date.parse(signal.expiresAt ?? '')) })
              : t('signal.result.close')}
          </div>
          <div>{text(signal.closePrice)}</div>
        </div>
      </div>
      <LateEntries late={signal.late ?? []} />
    </div>
  );
}

/** What a later click would have come to, whatever the result. */
function LateEntries({ late }: { late: NonNullable<Signal['late']> }) {
  const { t } = usePhrases();
  if (late.length === 0) return null;
  const entries = late.map(({ delay, result }) =>
    t('signal.result.lateAfter', { seconds: delay, result: t(`signal.result.lateResult.${result}`) }),
  );
  return <p className="text-13 text-ink-3">{t('signal.result.late', { entries: entries.join(' · ') })}</p>;
}
