import type { Signal } from '#contract/signals.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { SmallRing } from '../automatic/small-ring.tsx';
import { BrokerLink } from './broker-link.tsx';
import { StakeLine } from './stake-line.tsx';
import { useEntry } from './use-entry.ts';
import { useEntryAnnouncements } from './use-entry-announcements.ts';

/**
 * Whether to enter now, by the ageing of the forecast, and what it takes: the broker and the stake.
 */
export function EntryCard({ signal, balance }: { signal: Signal; balance: number | null }) {
  const { t } = usePhrases();
  const entry = useEntry(signal);
  useEntryAnnouncements(signal);
  return (
    <section className="card p-card flex flex-col gap-3 phone:-order-2" aria-labelledby="entry-title">
      <div className="flex items-center gap-3">
        {entry.isOpen && <SmallRing share={entry.shareLeft} />}
        <div className="flex flex-col gap-0.5 min-w-0 flex-1">
          <div className="flex items-baseline justify-between gap-3">
            <h2 id="entry-title" className="h4">
              {t(`signal.entry.${entry.state}.title`)}
            </h2>
            {entry.isOpen && (
              <span className="text-14 text-ink-1 tabular-nums font-semibold whitespace-nowrap">
                {t('signal.entry.left', { seconds: Math.ceil(entry.leftMs / 1000) })}
              </span>
            )}
          </div>
          <p className="text-13 text-ink-3">{t(`signal.entry.${entry.state}.text`)}</p>
        </div>
      </div>
      <BrokerLink signal={signal} entry={entry} className="btn-block phone:hidden" />
      <StakeLine balance={balance} />
    </section>
  );
}
