import { Navigation } from 'lucide-react';
import { useEffect } from 'react';
import type { Signal } from '#contract/signals.ts';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { useStore } from '#web/create-store.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Button } from '#web/ui/button.tsx';
import { PriceText } from '#web/ui/price-text.tsx';
import { countdownText } from '../countdown.ts';
import { toRepeat } from '../signal-request.ts';
import type { SignalFlow } from '../use-signal-flow.ts';
import { MoneyText, OutcomeWord, PricesText } from '../settled/settled.tsx';
import { EntryBox, useEntry } from './entry.tsx';
import { useTicks } from './market-window.ts';
import { DirectionWord } from './running.tsx';
import { closeSmallWindow, InSmallWindow, smallWindow } from './small-window.tsx';

/** How long the result stays in the small window. */
const resultShownMs = minuteMs;

interface SmallCardProps {
  readonly flow: SignalFlow;
}

/**
 * A signal and its result in the small window. While the page searches, watches or names a found
 * signal, the card shows itself there (card/idle-card); otherwise the window closes.
 */
export default function SmallCard({ flow }: SmallCardProps) {
  const { run } = flow.autoRun;
  const opened = useStore(smallWindow);
  const { shown, search } = flow;
  const isWatching = run !== null && (run.state !== 'stopped' || run.stopReason === 'found');
  const isSearch = search.kind === 'searching' || search.kind === 'no-signal' || search.kind === 'watching';
  const isEmpty = shown === null && !isWatching && !isSearch;
  const until = shown?.status === 'settled' ? Date.parse(shown.expiresAt ?? shown.time) + resultShownMs : null;
  useEffect(() => {
    if (!opened || (!isEmpty && until === null)) return undefined;
    const timer = setTimeout(closeSmallWindow, until === null ? 0 : Math.max(0, until - serverClock.now()));
    return () => clearTimeout(timer);
  }, [opened, isEmpty, until]);
  // The window closes when the page is left.
  useEffect(() => closeSmallWindow, []);
  if (!shown) return null;
  return (
    <InSmallWindow>
      {shown.status === 'settled' ? <Ended signal={shown} flow={flow} /> : <Open signal={shown} />}
    </InSmallWindow>
  );
}

function Open({ signal }: { signal: Signal }) {
  const entry = useEntry(signal);
  const { ticks } = useTicks(signal.symbol);
  const price = ticks.at(-1)?.price ?? signal.openPrice;
  return (
    <>
      <div className="pip-a">
        <span className="lc-pair">{pairName(signal.symbol)}</span>
        <span className="lc-px">
          {price !== null && <PriceText price={price} digits={priceDigits(signal.symbol)} />}
        </span>
      </div>
      <div className="pip-a">
        <DirectionWord signal={signal} />
        <span className="cd">{countdownText(entry.leftMs)}</span>
      </div>
      <EntryBox signal={signal} entry={entry} price={price} />
    </>
  );
}

function Ended({ signal, flow }: { signal: Signal; flow: SignalFlow }) {
  const { t } = usePhrases();
  return (
    <>
      <div className="pip-a">
        <span className="lc-pair">{pairName(signal.symbol)}</span>
        <span className="lc-px">
          <PricesText signal={signal} />
        </span>
      </div>
      <div className="pip-a">
        <OutcomeWord signal={signal} />
        <b className="pip-m">
          <MoneyText signal={signal} />
        </b>
      </div>
      <Button
        look="p block"
        onClick={() => flow.find(toRepeat(signal, flow.signals))}
        icon={Navigation}
        text={t('flow.result.another')}
      />
    </>
  );
}
