import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { pairName } from '#domain/market/currency-pair.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { announce } from '#web/ui/announcer.ts';

const shownForMs = 2_000;

/** Copies the pair for the broker's search field. */
export function CopyPair({ symbol }: { symbol: string }) {
  const { t } = usePhrases();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), shownForMs);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const pair = pairName(symbol);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(pair);
    setCopied(true);
    announce(t('signal.live.copied', { pair }));
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <button
      type="button"
      className="ibtn bare copy-pair"
      aria-label={t('signal.live.copy', { pair })}
      // The browser may deny clipboard access; the name next to it can be selected.
      onClick={() => void copy().catch(() => undefined)}
    >
      <Icon className="ic" aria-hidden="true" />
    </button>
  );
}
