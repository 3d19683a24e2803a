import { Navigation, Repeat2 } from 'lucide-react';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import type { Signal } from '#contract/signals.ts';
import { priceDigits, pipsBetween } from '#domain/market/currency-pair.ts';
import { lossRunChance } from '#domain/statistics/equity.ts';
import { shownChance } from '#domain/statistics/shown-rate.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import { useStored } from '#web/storage/stored.ts';
import { Button } from '#web/ui/button.tsx';
import { PracticeChip } from '#web/ui/chip.tsx';
import { DirectionChip, DirectionIcon } from '#web/ui/direction-icon.tsx';
import { SelfHealing } from '#web/ui/feedback/self-healing.tsx';
import { focusIfLost } from '#web/ui/focus.ts';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { type ChaseOffer, chaseOffer, chaseRoot } from '../chase/chase-offer.ts';
import { useMarketWindow } from '../running/market-window.ts';
import { PairName, SignalCard } from '../running/signal-card.tsx';

const ChasePanel = lazyView(() => import('../chase/chase-panel.tsx'));

interface SettledProps {
  readonly signal: Signal;
  readonly signals: readonly Signal[];
  readonly balance: number | null;
  /** The line about the next automatic signal; null: there is none. */
  readonly next: ReactNode;
  readonly onAnother: () => void;
  readonly onChase: () => void;
  readonly onDismiss: () => void;
}

/** Win, loss, equal and void have the same position and size. */
export default function Settled({ signal, signals, balance, next, onAnother, onChase, onDismiss }: SettledProps) {
  const [isChaseOpen, setIsChaseOpen] = useState(false);
  const offer = useChaseOffer(signal, signals);
  const market = useMarketWindow(signal);
  const chaseButton = useRef<HTMLButtonElement>(null);
  const isPanelShown = isChaseOpen && offer.kind === 'open';
  const wasPanelShown = useRef(false);
  useEffect(() => {
    if (wasPanelShown.current && !isPanelShown) focusIfLost(chaseButton.current);
    wasPanelShown.current = isPanelShown;
  }, [isPanelShown]);
  const shape = outcomeStyle[signal.result ?? 'void'];
  const { t } = usePhrases();
  return (
    <>
      <SignalCard
        signal={signal}
        market={market}
        look={`run ended ${signal.hasEdge ? shape : ''}`}
        legend={
          <>
            <DirectionChip isUp={signal.signal === 'BUY'}>
              {t(signal.signal === 'BUY' ? 'signal.up' : 'signal.down')}
            </DirectionChip>
            <span className="lc-px">
              <PricesText signal={signal} />
            </span>
          </>
        }
        head={<Head signal={signal} />}
        action={
          <>
            <LastTen signal={signal} signals={signals} />
            <div className="go one">
              {/* While a chase is weighed, its first button is to stop. */}
              <Button
                look={isPanelShown ? 's' : 'p'}
                onClick={onAnother}
                icon={Navigation}
                text={t('flow.result.another')}
              />
            </div>
            {next ?? (
              <ChaseLine
                ref={chaseButton}
                offer={offer}
                isOpen={isChaseOpen}
                onToggle={() => setIsChaseOpen(!isChaseOpen)}
              />
            )}
          </>
        }
        onReset={onDismiss}
      />
      <SelfHealing>
        {isPanelShown && (
          <div className="mt-gutter">
            <ChasePanel
              signal={signal}
              balance={balance}
              offer={offer}
              chain={chaseRoot(signal, signals)}
              onGo={onChase}
              onStop={() => setIsChaseOpen(false)}
            />
          </div>
        )}
      </SelfHealing>
    </>
  );
}

/** Updated with the clock, because an offer expires; none where chasing is turned off. */
function useChaseOffer(signal: Signal, signals: readonly Signal[]): ChaseOffer {
  const isOff = useStored('chase') === 'off';
  const [now, setNow] = useState(() => serverClock.now());
  const offer = chaseOffer(signal, signals, now);
  const until = offer.kind === 'open' ? offer.until : null;
  useEffect(() => {
    if (until === null) return undefined;
    const timer = setTimeout(() => setNow(serverClock.now()), Math.max(0, until - serverClock.now()) + 50);
    return () => clearTimeout(timer);
  }, [until]);
  return isOff ? { kind: 'none' } : offer;
}

interface ChaseLineProps {
  readonly ref: Ref<HTMLButtonElement>;
  readonly offer: ChaseOffer;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

/** Below the primary button, never instead of it; the reason when a loss can no longer be chased. */
function ChaseLine({ ref, offer, isOpen, onToggle }: ChaseLineProps) {
  const { t } = usePhrases();
  if (offer.kind === 'none') return null;
  if (offer.kind !== 'open') return <p className="lc-sub text-center">{t(`flow.chase.${offer.kind}`)}</p>;
  return (
    <Button
      ref={ref}
      look="g block"
      aria-expanded={isOpen}
      aria-controls={isOpen ? 'chase' : undefined}
      onClick={onToggle}
      icon={Repeat2}
      text={t('flow.chase.button')}
    />
  );
}

/** The outcome, what a dollar would be, and where the price closed. */
function Head({ signal }: { signal: Signal }) {
  const { t } = usePhrases();
  return (
    <>
      <div className="hm">
        <div>
          <div className="lc-narrow">
            <div className="flex items-center gap-1.5 text-ink-1">
              <PairName signal={signal} />
              <DirectionIcon isUp={signal.signal === 'BUY'} className="ic size-4.5" />
            </div>
          </div>
          <OutcomeWord signal={signal} />
        </div>
        {!signal.hasEdge ? (
          <PracticeChip className="mt-3.5" />
        ) : (
          signal.result !== 'void' && (
            <div className="rs-m">
              {t('flow.result.dollar')}
              <b>
                <MoneyText signal={signal} />
              </b>
            </div>
          )
        )}
      </div>
      <p className="lc-sub mt-3">
        <Verdict signal={signal} />
      </p>
    </>
  );
}

export function OutcomeWord({ signal: { result, hasEdge } }: { signal: Signal }) {
  const { t } = usePhrases();
  const shape = outcomeStyle[result ?? 'void'];
  return (
    <h2 className={`lc-dir rs ${hasEdge ? shape : ''}`}>
      <OutcomeMark shape={shape} />
      {t(`common.outcome.${result ?? 'void'}`)}
    </h2>
  );
}

/** Entry and close; the entry alone where nothing closed it. */
export function PricesText({ signal: { symbol, openPrice, closePrice } }: { signal: Signal }) {
  const text = (price: number): string => price.toFixed(priceDigits(symbol));
  if (openPrice === null) return null;
  return closePrice === null ? text(openPrice) : `${text(openPrice)} → ${text(closePrice)}`;
}

/** What a stake of one dollar would have become at the signal's own payout; practice is no money. */
export function MoneyText({ signal: { result, hasEdge, payout } }: { signal: Signal }) {
  const { f } = usePhrases();
  if (!hasEdge || result === 'void' || result === null) return null;
  const gain = { successful: payout, neutral: 0, unsuccessful: -1 }[result];
  return f.profit(Math.round(100 * gain) / 100);
}

/** One sentence: direction and distance of the close from the entry, or why the signal is void. */
export function Verdict({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const { openPrice, closePrice, result, voidReason } = signal;
  if (result === 'void') return t(voidReason ? `signal.void.${voidReason}` : 'flow.result.voidText');
  if (openPrice === null || closePrice === null || result === 'neutral') return t('flow.result.closedEqual');
  const pips = pipsBetween(openPrice, closePrice, priceDigits(signal.symbol));
  const distance = t('signal.pips', { n: f.decimal(Math.abs(pips), 1), count: Math.abs(pips) });
  return t(pips > 0 ? 'flow.result.closedAbove' : 'flow.result.closedBelow', { distance });
}

/** Results shown, and within which a run of losses is assessed. */
const lastShown = 10;

/** The user's last signals, or the last practice, as beads of equal size, the current one ringed. */
function LastTen({ signal, signals }: { signal: Signal; signals: readonly Signal[] }) {
  const { t, lang } = usePhrases();
  const newest = signals.filter(({ status, hasEdge }) => status === 'settled' && hasEdge === signal.hasEdge);
  const since = newest.slice(
    Math.max(
      0,
      newest.findIndex(({ id }) => id === signal.id),
    ),
  );
  const shown = since.slice(0, lastShown).toReversed();
  return (
    <>
      <div>
        <div className="mb-2.5 flex justify-between gap-3 text-13 text-ink-3">
          <span>{t(signal.hasEdge ? 'signal.card.lastTen' : 'flow.result.lastPractice')}</span>
          <TextLink to={paths.history(lang, signal.id)} text={t('common.header.history')} />
        </div>
        <div className="bd" aria-hidden="true">
          {shown.map(({ id, result }, index) => {
            const shape = outcomeStyle[result ?? 'void'];
            return (
              <span
                key={id}
                className={`${shape === 'loss' ? 'sq' : ''} ${id === signal.id ? 'now' : ''}`.trim()}
                style={{ gridColumn: lastShown - shown.length + index + 1 }}
              >
                <OutcomeMark shape={shape} />
              </span>
            );
          })}
        </div>
      </div>
      {signal.result === 'unsuccessful' && <LossRun signal={signal} series={shown} />}
    </>
  );
}

/** After losses in a row: how many traders at this chance have such a run within ten signals, exactly. */
function LossRun({ signal, series }: { signal: Signal; series: readonly Signal[] }) {
  const { t } = usePhrases();
  const losses = lossesInARow(series.map(({ result }) => result));
  if (losses < 2) return null;
  const chance = shownChance(signal.passability);
  const n = Math.round(100 * lossRunChance(losses, lastShown, chance / 100));
  return (
    <p className="text-[15px] leading-[1.45] text-ink-2">
      <b className="font-semibold text-ink-1">{t('flow.result.inARow', { n: losses, count: losses })}</b>{' '}
      {n === 0 ? t('flow.result.runRare', { chance }) : t('flow.result.run', { n, count: n, chance })}
    </p>
  );
}

/** Losses since the last win, without ties and void signals, as an auto run counts them. */
export const lossesInARow = (results: readonly Signal['result'][]): number =>
  results.slice(results.lastIndexOf('successful') + 1).filter((result) => result === 'unsuccessful').length;
