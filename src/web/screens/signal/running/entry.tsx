import { ExternalLink } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import type { BrokerLinks } from '#contract/traders.ts';
import { priceDigits, pipsBetween } from '#domain/market/currency-pair.ts';
import { durationMs } from '#domain/market/duration.ts';
import { isThinHour } from '#domain/market/market-session.ts';
import { edgeFrom } from '#domain/signals/edge.ts';
import { entryState, entryWindow } from '#domain/signals/entry-window.ts';
import { maxChase } from '#domain/signals/limits.ts';
import { acceptedStakeAt } from '#domain/signals/stake-rule.ts';
import { shownShortBy } from '#domain/statistics/shown-rate.ts';
import { useBrokerLinks } from '#web/session/broker-links.ts';
import type { Phrases } from '#web/language/render-phrase.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { readStored } from '#web/storage/stored.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { chaseStake } from '../chase/chase-odds.ts';
import { chaseRoot, chaseStep, countStakes } from '../chase/chase-offer.ts';
import { savedFirstStake } from '../chase/first-stake.tsx';
import { shareLeft, useServerNow } from '../countdown.ts';

/** What the trader may still do, and how long. */
export interface Entry {
  /** `entering`: the entry price is pending; `thin`: the broker's price decides, so nothing is advised. */
  readonly state: 'entering' | 'practice' | 'thin' | 'now' | 'late' | 'never' | 'waiting';
  /** Milliseconds until an entry is too late. */
  readonly adviseMs: number;
  /** Milliseconds until the expiry. */
  readonly leftMs: number;
  /** What is left, of the whole: of the time to enter, after that of the time to the expiry; 0 to 1. */
  readonly share: number;
}

/** Updated every second. */
export const useEntry = (signal: Signal): Entry => entryAt(signal, useServerNow());

export function entryAt(signal: Signal, now: number): Entry {
  const { duration, passability, breakEven, time, expiresAt, hasEdge } = signal;
  const window = entryWindow({ duration, passability, breakEven });
  const since = Math.max(0, now - Date.parse(time));
  const leftMs = Math.max(0, expiresAt === null ? durationMs(duration) : Date.parse(expiresAt) - now);
  const over = { adviseMs: 0, leftMs, share: shareLeft(leftMs, durationMs(duration)) };
  if (expiresAt === null) return { state: 'entering', ...over };
  if (leftMs === 0) return { state: 'waiting', ...over };
  if (!hasEdge) return { state: 'practice', ...over };
  const state = entryState(window, since);
  if (state !== 'now') return { state, ...over };
  const adviseMs = window.adviseMs - since;
  const isThin = isThinHour(Date.parse(time));
  return { state: isThin ? 'thin' : 'now', adviseMs, leftMs, share: shareLeft(adviseMs, window.adviseMs) };
}

interface EntryBoxProps {
  readonly signal: Signal;
  readonly entry: Entry;
  readonly price: number | null;
}

/** Whether to enter, the seconds left for it, and then how the price stands; the bar is the time left. */
export function EntryBox({ signal, entry, price }: EntryBoxProps) {
  const phrases = usePhrases();
  return (
    <div className={entry.state === 'now' ? 'en' : 'en off'}>
      <div>
        <span>{phrases.t(`flow.entry.${entry.state}`)}</span>
        <span>{entryNote({ signal, entry, price }, phrases)}</span>
      </div>
      <span className="bar-d" aria-hidden="true">
        <i style={{ width: `${100 * entry.share}%` }} />
      </span>
    </div>
  );
}

/** Beside the advice: the time left for it, or the distance of the price. */
export function entryNote({ signal, entry, price }: EntryBoxProps, phrases: Phrases): string {
  const { t, f } = phrases;
  switch (entry.state) {
    case 'now':
    case 'thin':
      return t('flow.entry.left', { seconds: Math.ceil(entry.adviseMs / 1000) });
    case 'entering':
      return t('flow.entering.pending');
    case 'waiting':
      return '';
    case 'practice': {
      const short = shownShortBy(signal.passability, neededBy(signal));
      return short === 0 ? t('signal.card.just') : `${t('signal.card.short')} ${f.count(short)}`;
    }
    default:
      return distanceText(signal, price, phrases);
  }
}

/** How far the price is ahead of the entry or behind it, seen from the direction of the signal. */
export function distanceText({ symbol, signal, openPrice }: Signal, price: number | null, { t, f }: Phrases): string {
  if (openPrice === null || price === null) return '';
  const pips = pipsBetween(openPrice, price, priceDigits(symbol));
  if (pips === 0) return t('flow.live.atEntry');
  const distance = t('signal.pips', { n: f.decimal(Math.abs(pips), 1), count: Math.abs(pips) });
  return t(pips > 0 === (signal === 'BUY') ? 'flow.live.ahead' : 'flow.live.behind', { distance });
}

/** The chance, percent, from which the signal is worth a stake. */
export const neededBy = ({ aiModel, payout }: Signal): number => edgeFrom(aiModel, payout);

/** The main action only while an entry is advised. */
export function BrokerLink({ signal, entry }: { signal: Signal; entry: Entry }) {
  const { t } = usePhrases();
  const links = useBrokerLinks();
  return (
    <a
      className={`btn ${entry.state === 'now' ? 'btn-p' : 'btn-s'}`}
      href={links ? brokerOrderUrl(links, signal) : undefined}
      target="_blank"
      rel="noopener"
    >
      {t('flow.broker.open')}
      <ExternalLink className="ic" />
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

interface StakeLineProps {
  readonly signal: Signal;
  /** The trader's own, in which a chase finds the signals before it. */
  readonly signals: readonly Signal[];
  readonly balance: number | null;
}

/** The stake by the trader's own rule, in a chase with its step; without a rule, a link to set one. */
export function StakeLine({ signal, signals, balance }: StakeLineProps) {
  const { t, f, lang } = usePhrases();
  if (signal.chaseOf !== undefined) {
    const first = savedFirstStake(chaseRoot(signal, signals), balance);
    const stake = f.usd(chaseStake(first, countStakes(signal, signals)));
    return t('flow.broker.chase', { step: chaseStep(signal, signals), steps: maxChase + 1, stake });
  }
  const share = readStored('stakeShare');
  if (share === null || balance === null) return <TextLink to={paths.bankroll(lang)} text={t('flow.broker.setRule')} />;
  const percent = f.percent(share, Math.round(share * 1_000) % 10 === 0 ? 0 : 1);
  return t('flow.broker.stake', { share: percent, stake: f.usd(acceptedStakeAt(balance, share)) });
}
