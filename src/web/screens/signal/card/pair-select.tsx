import { ChevronDown } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { pairName } from '#domain/market/currency-pair.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useServerNow } from '../countdown.ts';
import { usePairProspects } from '../use-outlook.ts';
import { showForecast } from './forecast.ts';

interface PairSelectProps {
  /** Null: none chosen yet. */
  readonly chosen: string | null;
  readonly interval: PickerDuration;
  readonly onChoose: (symbol: string) => void;
}

/** The pair's name as the currency selector of the manual model, with the chance of each pair. */
export function PairSelect({ chosen, interval, onChoose }: PairSelectProps) {
  const { t, f } = usePhrases();
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [order, setOrder] = useState<readonly string[]>([]);
  const now = useServerNow();
  const pairs = usePairProspects(interval).map((prospect) => ({
    symbol: prospect.symbol,
    ...showForecast(prospect, 'manual', interval, now),
  }));
  return (
    <span className="stacked:block stacked:mb-3" data-tour="pair">
      <button
        type="button"
        className="sel mp gap-3.5 px-3.5 border-(--line-3) rounded-md stacked:w-full stacked:min-h-12"
        popoverTarget={id}
      >
        <span className="text-ink-3 text-13">{t('signal.card.pair')}</span>
        <b className="font-head text-20/[1.2] font-[560] tracking-[-.015em] stacked:ml-auto stacked:text-[18px]">
          {chosen ? pairName(chosen) : t('signal.card.choosePair')}
        </b>
        <ChevronDown className="ic" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        className="menu fixed inset-auto my-2 min-w-70 max-h-[60vh] overflow-y-auto [position-area:bottom_span-right] text-inherit stacked:w-[calc(100vw-68px)]"
        role="menu"
        aria-label={t('signal.card.pair')}
        // The surest first as it opens: no row moves under the pointer.
        onBeforeToggle={() =>
          setOrder(pairs.toSorted((a, b) => b.probability - a.probability).map((one) => one.symbol))
        }
      >
        {pairs
          .toSorted((a, b) => order.indexOf(a.symbol) - order.indexOf(b.symbol))
          .map(({ symbol, chance, hasLean, isReady }) => (
            <button
              key={symbol}
              type="button"
              className="aria-checked:bg-s3"
              role="menuitemradio"
              aria-checked={symbol === chosen}
              onClick={() => {
                menu.current?.hidePopover();
                onChoose(symbol);
              }}
            >
              {pairName(symbol)}
              <span className={`ml-auto font-[560] ${isReady ? 'text-ink-1' : 'text-ink-3'}`}>
                {hasLean ? f.count(chance) : t('signal.noLean')}
              </span>
            </button>
          ))}
      </div>
    </span>
  );
}
