import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import type { BrokerLinks } from '#contract/traders.ts';
import { brokerLinksQuery } from '#web/api/calls/trader-calls.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { Entry } from './use-entry.ts';

/** The main action only while an entry is worth it, and no warning stands beside it. */
export function BrokerLink({ signal, entry, className }: { signal: Signal; entry: Entry; className: string }) {
  const { t } = usePhrases();
  const { data, error } = useQuery(brokerLinksQuery);
  if (error && !data) return null;
  const tone = entry.isOpen && !entry.isThin ? 'btn-p' : 'btn-s';
  return (
    <a
      className={`btn ${tone} ${className}`}
      href={data ? brokerOrderUrl(data, signal) : undefined}
      target="_blank"
      rel="noopener"
    >
      <ExternalLink className="ic" />
      {t('signal.broker.open')}
    </a>
  );
}

/** The trading page of the broker; the training broker's form is filled in with the signal. */
export function brokerOrderUrl({ kind, deposit }: BrokerLinks, signal: Signal): string {
  if (kind !== 'sandbox') return deposit;
  const url = new URL(deposit);
  url.searchParams.set('symbol', signal.symbol);
  url.searchParams.set('minutes', String(signal.duration));
  url.searchParams.set('direction', signal.signal === 'BUY' ? 'up' : 'down');
  return url.href;
}
