import type { BrokerLinks } from '#contract/traders.ts';
import type { Signal } from '#contract/signals.ts';

/** The trading page of the broker; the training broker's form is filled in with the signal. */
export function brokerOrderUrl({ kind, deposit }: BrokerLinks, signal: Signal): string {
  if (kind !== 'sandbox') return deposit;
  const url = new URL(deposit);
  url.searchParams.set('symbol', signal.symbol);
  url.searchParams.set('minutes', String(signal.duration));
  url.searchParams.set('direction', signal.signal === 'BUY' ? 'up' : 'down');
  return url.href;
}
