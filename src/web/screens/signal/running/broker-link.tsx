import { ExternalLink } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import { getBrokerLinks } from '#web/api/calls/trader-calls.ts';
import { useRead } from '#web/api/use-read.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { brokerOrderUrl } from './broker-order.ts';
import type { Entry } from './use-entry.ts';

interface BrokerLinkProps {
  readonly signal: Signal;
  readonly entry: Entry;
  readonly className: string;
}

/** The main action only while an entry is worth it, and no warning stands beside it. */
export function BrokerLink({ signal, entry, className }: BrokerLinkProps) {
  const { t } = usePhrases();
  const { data, error } = useRead(['broker-links'], getBrokerLinks);
  if (error && !data) return null;
  const tone = entry.isOpen && !entry.isThin ? 'btn-p' : 'btn-s';
  return (
    <a
      className={`btn ${tone} ${className}`}
      href={data ? brokerOrderUrl(data, signal) : undefined}
      target="_blank"
      rel="noopener"
    >
      <ExternalLink className="ic" aria-hidden="true" />
      {t('signal.broker.open')}
    </a>
  );
}
