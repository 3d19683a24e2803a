import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Signal } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { announce } from '#web/ui/feedback/announcer.ts';

const shownForMs = 2_000;

/** Copies the pair and the direction, what an order at the broker needs. */
export function CopyPair({ signal: { symbol, signal } }: { signal: Signal }) {
  const { t } = usePhrases();
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const order = `${pairName(symbol)} ${t(signal === 'BUY' ? 'signal.up' : 'signal.down')}`;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(order);
    setIsCopied(true);
    announce(t('signal.live.copied', { order }));
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      className="ibtn bare copy-pair"
      aria-label={t('signal.live.copy', { order })}
      // The browser may deny clipboard access; the name next to it can be selected.
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon className="ic" aria-hidden="true" />
    </button>
  );
}
