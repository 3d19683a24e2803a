import type { Signal } from '#contract/signals.ts';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { durationMs } from '#domain/market/duration.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { PracticeChip } from '#web/ui/practice-chip.tsx';
import { countdownText } from '../countdown.ts';
import { useServerNow } from '../use-server-now.ts';
import { BrokerLink } from './broker-link.tsx';
import { useMarketWindow } from './market-window.ts';
import { useEntry } from './use-entry.ts';

/** On a phone: the signal and the way to the broker at every scroll position. */
export function RunningBar({ signal }: { signal: Signal }) {
  const { t } = usePhrases();
  const entry = useEntry(signal);
  const now = useServerNow();
  const { price } = useMarketWindow(signal);
  const isUp = signal.signal === 'BUY';
  const left = signal.expiresAt === null ? durationMs(signal.duration) : Date.parse(signal.expiresAt) - now;
  return (
    <div className="mcta">
      {/* Hidden from screen readers, because the cards say the same. */}
      <div className="flex flex-col min-w-0 flex-1 text-13 leading-tight gap-0.5" aria-hidden="true">
        <span className="flex flex-wrap items-center gap-x-2 text-ink-1 font-semibold">
          <span className={`flex items-center gap-1 ${isUp ? 'up' : 'down'}`}>
            <DirectionIcon isUp={isUp} className="ic size-4" />
            {t(isUp ? 'signal.up' : 'signal.down')}
          </span>
          {pairName(signal.symbol)}
        </span>
        <span className="flex flex-wrap gap-x-2 text-ink-2 tabular-nums">
          <b className="text-ink-1">{countdownText(left)}</b>
          <span>{price?.toFixed(priceDigits(signal.symbol))}</span>
        </span>
      </div>
      {signal.hasEdge ? (
        <BrokerLink signal={signal} entry={entry} className="flex-none" />
      ) : (
        <PracticeChip className="flex-none" />
      )}
    </div>
  );
}
