import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { useEffect } from 'react';
import type { Signal } from '#contract/signals.ts';
import type { BrokerLinks } from '#contract/traders.ts';
import { isThinHour } from '#domain/market/market-session.ts';
import { type EntryState, entryState, entryWindow } from '#domain/signals/entry-window.ts';
import { maxChase } from '#domain/signals/limits.ts';
import { acceptedStakeAt } from '#domain/signals/stake-rule.ts';
import { brokerLinksQuery } from '#web/api/calls/trader-calls.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { readStored } from '#web/storage/stored.ts';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { SmallRing } from '../automatic/small-ring.tsx';
import { chaseStake } from '../chase/chase-odds.ts';
import { chaseRoot, chaseStep, countStakes } from '../chase/chase-offer.ts';
import { savedFirstStake } from '../chase/first-stake.tsx';
import { useServerNow } from '../countdown.ts';

interface EntryCardProps {
  readonly signal: Signal;
  /** The trader's own, in which a chase finds the signals before it. */
  readonly signals: readonly Signal[];
  readonly balance: number | null;
}

/**
 * Whether to enter now, by the ageing of the forecast, and what it takes: the broker and the stake.
 */
export function EntryCard({ signal, signals, balance }: EntryCardProps) {
  const { t } = usePhrases();
  const entry = useEntry(signal);
  const state = entry.isOpen && entry.isThin ? 'thin' : entry.state;
  useEntryAnnouncements(signal);
  return (
    <section className="card p-card flex flex-col gap-3" aria-labelledby="entry-title">
      <div className="flex items-center gap-3">
        {entry.isOpen && <SmallRing share={entry.shareLeft} />}
        <div className="flex flex-col gap-0.5 min-w-0 flex-1">
          <div className="flex items-baseline justify-between gap-3">
            <h2 id="entry-title" className="h4">
              {t(`signal.entry.${state}.title`)}
            </h2>
            {entry.isOpen && (
              <span className="text-14 text-ink-1 tabular-nums font-semibold whitespace-nowrap">
                {t('signal.entry.left', { seconds: Math.ceil(entry.leftMs / 1000) })}
              </span>
            )}
          </div>
          <p className="text-13 text-ink-3">{t(`signal.entry.${state}.text`)}</p>
        </div>
      </div>
      <BrokerLink signal={signal} entry={entry} className="btn-block phone:hidden" />
      {signal.chaseOf === undefined ? (
        <StakeLine balance={balance} />
      ) : (
        <ChaseStake signal={signal} signals={signals} balance={balance} />
      )}
    </section>
  );
}

/** The stake by the trader's own rule; without a rule, a link to set one. */
function StakeLine({ balance }: { balance: number | null }) {
  const { t, f, lang } = usePhrases();
  const share = readStored('stakeShare');
  if (share === null || balance === null) {
    return <TextLink className="text-13 self-start" to={paths.bankroll(lang)} text={t('signal.broker.setRule')} />;
  }
  const percent = f.percent(share, Math.round(share * 1_000) % 10 === 0 ? 0 : 1);
  return (
    <p className="flex items-baseline justify-between gap-3 text-13 text-ink-3">
      {t('signal.broker.stake', { share: percent })}
      <b className="text-14 text-ink-1 tabular-nums">{f.usd(acceptedStakeAt(balance, share))}</b>
    </p>
  );
}

/** Of a chase: which step it is, and the stake that doubles with each of them. */
function ChaseStake({ signal, signals, balance }: EntryCardProps) {
  const { t, f } = usePhrases();
  const step = chaseStep(signal, signals);
  const firstStake = savedFirstStake(chaseRoot(signal, signals), balance);
  const stake = f.usd(chaseStake(firstStake, countStakes(signal, signals)));
  return (
    <p className="text-14 text-ink-1 tabular-nums font-semibold">
      {t('signal.broker.chase', { step, steps: maxChase + 1, stake })}
    </p>
  );
}

/** Announces only the changes of the state; the seconds can be read at any time. */
function useEntryAnnouncements(signal: Signal): void {
  const { t } = usePhrases();
  const issuedAt = Date.parse(signal.time);
  const { freshMs, worthMs } = getEntryWindow(signal);
  useEffect(() => {
    const changes = [
      { atMs: freshMs, text: t('signal.entry.worth.title') },
      { atMs: worthMs, text: t('signal.entry.late.title') },
    ];
    const due = changes.filter(({ atMs }) => atMs <= worthMs && issuedAt + atMs > serverClock.now());
    const timers = due.map(({ atMs, text }) => setTimeout(() => announce(text), issuedAt + atMs - serverClock.now()));
    return () => timers.forEach(clearTimeout);
  }, [issuedAt, freshMs, worthMs, t]);
}

export interface Entry {
  readonly state: EntryState;
  readonly isOpen: boolean;
  /** Issued in the hours of low liquidity: the broker's price decides, so no entry is advised. */
  readonly isThin: boolean;
  /** Milliseconds until an entry is too late, and their share of the whole window, 0 to 1. */
  readonly leftMs: number;
  readonly shareLeft: number;
}

const getEntryWindow = ({ duration, passability, analytics }: Signal) =>
  entryWindow({ duration, passability, breakEven: analytics.breakEven });

/** Whether an entry is still worth it, updated every second. */
export function useEntry(signal: Signal): Entry {
  const window = getEntryWindow(signal);
  const since = Math.max(0, useServerNow() - Date.parse(signal.time));
  const state = entryState(window, since);
  const leftMs = Math.max(0, window.worthMs - since);
  const isOpen = state === 'fresh' || state === 'worth';
  const isThin = isThinHour(Date.parse(signal.time));
  return { state, isOpen, isThin, leftMs, shareLeft: isOpen ? leftMs / window.worthMs : 0 };
}

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
