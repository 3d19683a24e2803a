import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useWorkingStats } from '#web/session/working-stats.ts';

/** Whether the market is open, and until when, in words. */
export function MarketLine() {
  const { t, f } = usePhrases();
  const market = useWorkingStats();
  if (!market) return <Dotted className="text-ink-3" text={t('common.market.unknown')} />;
  if (!market.open) return <Dotted className="warn" text={t('common.market.closed')} />;
  if (market.nextClose) {
    const time = f.moment(Date.parse(market.nextClose), serverClock.now());
    return <Dotted className="win" text={t('common.market.openUntil', { time })} />;
  }
  const isAlways = market.feed.kind === 'simulated' || market.feed.kind === 'replay';
  return <Dotted className="win" text={t(isAlways ? 'common.market.always' : 'common.market.open')} />;
}

function Dotted({ className, text }: { className: string; text: string }) {
  return (
    <span className="flex items-center gap-2">
      <span className={`dot ${className}`} />
      {text}
    </span>
  );
}
