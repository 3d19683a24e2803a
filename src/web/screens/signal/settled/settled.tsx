import { CircleHelp, Navigation, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Signal } from '#contract/signals.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import type { Outcome } from '#domain/signals/outcome.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { deleteOpenSignal } from '#web/offline/open-signal.ts';
import { paths } from '#web/paths.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { PracticeChip } from '#web/ui/practice-chip.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { focusIfLost } from '#web/ui/use-preserved-focus.ts';
import { ChaseButton } from '../chase/chase-button.tsx';
import { chaseRoot } from '../chase/chase-offer.ts';
import { MartingaleNote } from '../chase/martingale-note.tsx';
import { useChaseOffer } from '../chase/use-chase-offer.ts';
import { OwnSeries } from './own-series.tsx';
import { PriceCard } from '../running/price-card.tsx';
import { RecordNote } from '../running/record-note.tsx';
import { EntryAndClose, Verdict } from './verdict.tsx';

const ChasePanel = lazy(() => import('../chase/chase-panel.tsx').then((module) => ({ default: module.ChasePanel })));

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
export function Settled({ signal, signals, balance, next, onAnother, onChase, onDismiss }: SettledProps) {
  const { t, lang } = usePhrases();
  const [isChaseOpen, setIsChaseOpen] = useState(false);
  const offer = useChaseOffer(signal, signals);
  useEffect(() => void deleteOpenSignal(signal.id), [signal.id]);
  const chaseButton = useRef<HTMLButtonElement>(null);
  const isPanelShown = isChaseOpen && offer.kind === 'open';
  const wasPanelShown = useRef(false);
  useEffect(() => {
    if (wasPanelShown.current && !isPanelShown) focusIfLost(chaseButton.current);
    wasPanelShown.current = isPanelShown;
  }, [isPanelShown]);
  const result = signal.result ?? 'void';
  const shape = outcomeStyle[result];
  return (
    <div className="app-g turns">
      <div className="res-l">
        <div className="card overflow-hidden">
          <PriceCard signal={signal} />
          <SignalLine signal={signal} />
        </div>
        <div className="later flex flex-col gap-4">
          {isPanelShown && (
            <Suspense fallback={null}>
              <ChasePanel
                signal={signal}
                balance={balance}
                lostSteps={offer.lostSteps}
                chain={chaseRoot(signal, signals)}
                until={offer.until}
                onGo={onChase}
                onStop={() => setIsChaseOpen(false)}
              />
            </Suspense>
          )}
          <OwnSeries signal={signal} signals={signals} />
        </div>
      </div>
      <aside className="rail verdict-first">
        <section className={`res ${signal.hasEdge ? shape : 'practice'}`}>
          {!signal.hasEdge && <PracticeChip className="justify-self-start" />}
          <div className="flex items-center gap-4">
            <OutcomeMark shape={shape} className="mark" />
            <h2 className="ttl">{t(`signal.result.${result}`)}</h2>
          </div>
          <p className="text-[15px]">
            <Verdict signal={signal} />
          </p>
          <EntryAndClose signal={signal} />
          <div className="flex flex-col gap-2">
            {/* While a chase is weighed, its first button is to stop. */}
            <button type="button" className={`btn ${isPanelShown ? 'btn-s' : 'btn-p'} btn-block`} onClick={onAnother}>
              <Navigation className="ic" aria-hidden="true" />
              {t('signal.result.another')}
            </button>
            <ChaseButton
              ref={chaseButton}
              offer={offer}
              isOpen={isChaseOpen}
              onToggle={() => setIsChaseOpen(!isChaseOpen)}
            />
            {offer.kind === 'open' && !isChaseOpen && (
              <MartingaleNote signal={signal} signals={signals} balance={balance} />
            )}
            <button type="button" className="btn btn-g btn-block" onClick={onDismiss}>
              {t('signal.result.toChoice')}
            </button>
          </div>
          {next}
          <Link className="link text-14 text-center" to={paths.history(lang, signal.id)}>
            {t('signal.result.inHistory')}
          </Link>
        </section>
        <div className="afterwards flex flex-col gap-4">
          {!isPanelShown && <Moral signal={signal} result={result} />}
          <RecordNote signal={signal} />
        </div>
      </aside>
    </div>
  );
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
