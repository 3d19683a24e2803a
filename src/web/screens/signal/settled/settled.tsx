import { ArrowRight, CircleHelp, Navigation, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Signal } from '#contract/signals.ts';
import { priceDigits, pipsBetween } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useStored } from '#web/storage/stored.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { SelfHealing } from '#web/ui/feedback/self-healing.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { PracticeChip } from '#web/ui/chip.tsx';
import { useIsPhone, useIsStacked } from '#web/ui/use-is-wide.ts';
import { focusIfLost } from '#web/ui/focus.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { ChaseButton, MartingaleNote } from '../chase/chase-button.tsx';
import { type ChaseOffer, chaseOffer, chaseRoot } from '../chase/chase-offer.ts';
import { PriceCard } from '../running/price-card.tsx';
import { RecordNote } from '../running/record-note.tsx';
import { tallyText } from '../signal-list.ts';

const ChasePanel = lazyView(() => import('../chase/chase-panel.tsx'));

interface SettledProps {
  readonly signal: Signal;
  readonly signals: readonly Signal[];
  readonly balance: number | null;
  /** The line about the next automatic signal; empty: there is none. */
  readonly next: ReactNode;
  readonly onAnother: () => void;
  readonly onChase: () => void;
  readonly onDismiss: () => void;
}

/** Win, loss, equal and void have the same position and size. */
export default function Settled({ signal, signals, balance, next, onAnother, onChase, onDismiss }: SettledProps) {
  const { t, lang } = usePhrases();
  const [isChaseOpen, setIsChaseOpen] = useState(false);
  const offer = useChaseOffer(signal, signals);
  const isPhone = useIsPhone();
  const isStacked = useIsStacked();
  const chaseButton = useRef<HTMLButtonElement>(null);
  const isPanelShown = isChaseOpen && offer.kind === 'open';
  const wasPanelShown = useRef(false);
  useEffect(() => {
    if (wasPanelShown.current && !isPanelShown) focusIfLost(chaseButton.current);
    wasPanelShown.current = isPanelShown;
  }, [isPanelShown]);
  const result = signal.result ?? 'void';
  const shape = outcomeStyle[result];
  const verdict = (
    <SelfHealing>
      <section className={`res ${signal.hasEdge ? shape : 'practice'}`}>
        {!signal.hasEdge && <PracticeChip className="justify-self-start" />}
        <div className="flex items-center gap-4">
          <OutcomeMark shape={shape} className="mark" />
          <h2 className="ttl">{t(`common.outcome.${result}`)}</h2>
        </div>
        <p className="text-[15px]">
          <Verdict signal={signal} />
        </p>
        <EntryAndClose signal={signal} />
        <div className="flex flex-col gap-2">
          {/* While a chase is weighed, its first button is to stop. */}
          <Button
            look={isPanelShown ? 's block' : 'p block'}
            onClick={onAnother}
            icon={Navigation}
            text={t('signal.result.another')}
          />
          <ChaseButton
            ref={chaseButton}
            offer={offer}
            isOpen={isChaseOpen}
            onToggle={() => setIsChaseOpen(!isChaseOpen)}
          />
          {offer.kind === 'open' && !isChaseOpen && (
            <MartingaleNote signal={signal} signals={signals} balance={balance} offer={offer} />
          )}
          <Button look="g block" onClick={onDismiss} text={t('signal.result.toChoice')} />
        </div>
        {next}
        <TextLink
          className="text-14 text-center"
          to={paths.history(lang, signal.id)}
          text={t('signal.result.inHistory')}
        />
      </section>
    </SelfHealing>
  );
  const priceAndSeries = (
    <>
      <SelfHealing>
        <div className="card overflow-hidden">
          <PriceCard signal={signal} />
          <SignalLine signal={signal} />
        </div>
      </SelfHealing>
      <SelfHealing>
        {isPanelShown && (
          <ChasePanel
            signal={signal}
            balance={balance}
            offer={offer}
            chain={chaseRoot(signal, signals)}
            onGo={onChase}
            onStop={() => setIsChaseOpen(false)}
          />
        )}
        <OwnSeries signal={signal} signals={signals} />
      </SelfHealing>
    </>
  );
  const notes = (
    <SelfHealing>
      {!isPanelShown && <Moral signal={signal} result={result} />}
      <RecordNote signal={signal} />
    </SelfHealing>
  );
  const rail = (
    <aside className="rail">
      {verdict}
      <div className="flex flex-col gap-4">{notes}</div>
    </aside>
  );
  // Document order follows the layout, so that the focus moves down the page.
  if (isPhone) {
    return (
      <div className="flex flex-col gap-4">
        {verdict}
        {priceAndSeries}
        {notes}
      </div>
    );
  }
  return (
    <div className="app-g">
      {isStacked && rail}
      <div className="res-l">{priceAndSeries}</div>
      {!isStacked && rail}
    </div>
  );
}

/**
 * Updates with the clock, because an offer expires. No offer for users who have turned chasing off.
 */
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

function SignalLine({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const percent = f.percent(signal.passability / 100, 1);
  return (
    <div className="flex items-center gap-3 justify-between flex-wrap text-14 text-ink-3 result-line">
      <span className="flex items-center gap-2">
        <ModelFlag model={signal.aiModel} size="xs" />
        {t('signal.result.footer', { model: aiModelName(signal.aiModel), percent })}
      </span>
      {signal.openedAt && signal.expiresAt && (
        <span className="tabular-nums">
          {f.time(Date.parse(signal.openedAt))} → {f.time(Date.parse(signal.expiresAt))}
        </span>
      )}
    </div>
  );
}

const maxPoints = 40;

/** The user's last signals of this model, or its practice, as beads of equal size, the current one ringed. */
function OwnSeries({ signal, signals }: { signal: Signal; signals: readonly Signal[] }) {
  const { t } = usePhrases();
  const series = signals
    .filter(({ aiModel, hasEdge }) => aiModel === signal.aiModel && hasEdge === signal.hasEdge)
    .filter(({ status }) => status === 'settled')
    .slice(0, maxPoints)
    .toReversed();
  if (series.length < 2) return null;
  return (
    <section className="card p-card flex flex-col gap-4">
      <div className="flex items-center justify-between flex-wrap gap-x-4 gap-y-1">
        <h2 className="h3">
          {t(signal.hasEdge ? 'signal.result.series' : 'signal.result.practiceSeries', {
            n: series.length,
            model: aiModelName(signal.aiModel),
          })}
        </h2>
        <span className="text-14 text-ink-3">{tallyText(series, t)}</span>
      </div>
      <div className="series" aria-hidden="true">
        {series.map(({ id, result }) => (
          <OutcomeMark key={id} shape={outcomeStyle[result ?? 'void']} className={id === signal.id ? 'me' : ''} />
        ))}
      </div>
    </section>
  );
}

/** One sentence: direction and distance of the close from the entry, or why the signal is void. */
export function Verdict({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const { openPrice, closePrice, result, voidReason } = signal;
  if (result === 'void') return t(voidReason ? `signal.void.${voidReason}` : 'signal.result.voidText');
  if (openPrice === null || closePrice === null || result === 'neutral') return t('signal.result.closedEqual');
  const pips = pipsBetween(openPrice, closePrice, priceDigits(signal.symbol));
  const distance = t('signal.pips', { n: f.decimal(Math.abs(pips), 1), count: Math.abs(pips) });
  return t(pips > 0 ? 'signal.result.closedAbove' : 'signal.result.closedBelow', { distance });
}

/** Both prices, and which one decided: the last tick at or before expiry. */
export function EntryAndClose({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const text = (price: number | null): string => price?.toFixed(priceDigits(signal.symbol)) ?? '—';
  const isDecided = signal.result !== 'void' && signal.closePrice !== null && signal.expiresAt !== null;
  return (
    <div className="flex flex-col gap-2">
      <div className="inset oc tabular-nums">
        <div>
          <div className="lab">{t('signal.live.entry')}</div>
          <div>{text(signal.openPrice)}</div>
        </div>
        <ArrowRight className="ic text-ink-3" />
        <div className="text-right">
          <div className="lab">
            {isDecided
              ? t('signal.result.closeAt', { time: f.time(Date.parse(signal.expiresAt ?? '')) })
              : t('signal.result.close')}
          </div>
          <div>{text(signal.closePrice)}</div>
        </div>
      </div>
    </div>
  );
}

/** What a single outcome does and does not mean. */
function Moral({ signal, result }: { signal: Signal; result: Outcome }) {
  const { t } = usePhrases();
  const lost = 100 - Math.round(signal.passability);
  const texts: Record<Outcome, readonly [title: string, text?: string]> = {
    successful: [t('signal.result.winTitle')],
    unsuccessful: [t('signal.result.lossTitle'), t('signal.result.lossText', { lost })],
    neutral: [t('signal.result.equalTitle'), t('signal.result.equalText')],
    void: [t('signal.result.voidTitle'), t('signal.result.voidText')],
  };
  const [title, text] =
    signal.hasEdge || result === 'void'
      ? texts[result]
      : [t('signal.result.practiceTitle'), t('signal.result.practiceText')];
  return (
    <Note icon={result === 'void' || !signal.hasEdge ? CircleHelp : TriangleAlert}>
      <b>{title}</b> {text}
    </Note>
  );
}
