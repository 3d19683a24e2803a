import { useQuery } from '@tanstack/react-query';
import { Activity, Info, Navigation, Repeat } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { User } from '#contract/accounts.ts';
import type { Outlook, Signal, WorkingStats } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { modelFiguresQuery } from '#web/record/figures.ts';
import { lazyView } from '#web/routing/lazy-view.tsx';
import { useTutorialView } from '#web/tutorial/tutorial-view.ts';
import { Button } from '#web/ui/button.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { PageLoader } from '#web/ui/feedback/loader.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { SelfHealing } from '#web/ui/feedback/self-healing.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { OutcomeMark, outcomeStyle } from '#web/ui/outcome-mark.tsx';
import { SegmentedRadio } from '#web/ui/segmented-radio.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import type { Automatic } from '../automatic/use-automatic.ts';
import { findNearest, openModels, prospectsIn, useIsOutlookLoading, useOutlook } from '../use-outlook.ts';
import { settledSignalsIn } from '../signal-list.ts';
import { MarketWatch } from './market-watch.tsx';
import { ModelCards } from './model-cards.tsx';
import { ModelInfo } from './model-info.tsx';
import { PairPicker } from './pair-picker.tsx';
import type { TradingChoice } from './trading-choice.ts';

const StartDialog = lazyView(() => import('../automatic/start-dialog.tsx'));

interface ChoosingProps {
  readonly choice: TradingChoice;
  readonly market: WorkingStats;
  readonly user: User;
  readonly recent: readonly Signal[];
  readonly onGet: () => void;
  readonly onBest: () => void;
  readonly automatic: Automatic;
}

/** The idle screen: the best signal in one press, or a model and a duration with their own button. */
export function Choosing({ choice, market, user, recent, onGet, onBest, automatic }: ChoosingProps) {
  const { t } = usePhrases();
  const [isInfoOpen, setIsInfoOpen] = useState(false);
  const [isStartOpen, setIsStartOpen] = useState(false);
  const { request } = choice;
  useTutorialView(request.model === 'manual' ? 'choosing-manual' : 'choosing');
  const outlook = useOutlook();
  const isOutlookLoading = useIsOutlookLoading();
  const figures = useQuery(modelFiguresQuery);
  const isReady = request.model !== 'manual' || request.symbol !== null;
  // Both decide which model is chosen first.
  if (isOutlookLoading || (figures.isPending && figures.errorUpdateCount === 0)) return <PageLoader />;
  return (
    <>
      <SelfHealing>
        <BestSignal outlook={outlook} models={openModels(market.models, user.balance)} onGet={onBest} />
      </SelfHealing>
      <RecentSignals signals={recent} />
      <h2 className="h3 mt-7 mb-5">{t('signal.choose.own')}</h2>
      <div className="app-g">
        <div className="flex flex-col gap-8">
          <SelfHealing>
            <ModelCards
              models={market.models}
              outlook={outlook}
              chosen={request.model}
              duration={request.interval}
              balance={user.balance}
              onChoose={choice.chooseModel}
            />
          </SelfHealing>
          {request.model === 'manual' && (
            <SelfHealing>
              <PairPicker chosen={request.symbol} onChoose={choice.chooseSymbol} />
            </SelfHealing>
          )}
          <DurationPicker chosen={request.interval} onChoose={choice.chooseInterval} />
        </div>
        <aside className="rail">
          <div className="card p-card flex flex-col gap-4">
            <Summary choice={choice} />
            <div className="flex items-center sum-act gap-2.5">
              <GetButton className="btn-lg flex-1" isReady={isReady} onGet={onGet} />
              <button
                type="button"
                data-tour="info"
                className="ibtn size-14"
                aria-label={t('signal.choose.info')}
                onClick={() => setIsInfoOpen(true)}
              >
                <Info className="ic" />
              </button>
            </div>
            <Button
              look="s block"
              disabled={!isReady}
              onClick={() => setIsStartOpen(true)}
              icon={Repeat}
              text={t('automatic.button')}
            />
            <p className="text-13 text-ink-3">{t('signal.choose.advice')}</p>
          </div>
          {request.model === 'manual' && (
            <Note icon={Info}>
              <b>{t('signal.choose.otcTitle')}</b> {t('signal.choose.otcText')}
            </Note>
          )}
          <MarketWatch outlook={outlook} />
        </aside>
      </div>
      <div className="mcta">
        <ModelFlag model={request.model} size="s" />
        <div className="flex flex-col text-13 min-w-0 flex-1 leading-tight">
          <b className="text-ink-1 font-semibold line-clamp-2">{aiModelName(request.model)}</b>
          <span className="text-ink-3 truncate">{t('signal.minutes', { n: request.interval })}</span>
        </div>
        <button
          type="button"
          data-tour="info"
          className="ibtn"
          aria-label={t('signal.choose.info')}
          onClick={() => setIsInfoOpen(true)}
        >
          <Info className="ic" />
        </button>
        <GetButton className="" isReady={isReady} onGet={onGet} />
      </div>
      {isStartOpen && <StartDialog request={request} automatic={automatic} onClose={() => setIsStartOpen(false)} />}
      {isInfoOpen && <ModelInfo model={request.model} onClose={() => setIsInfoOpen(false)} />}
    </>
  );
}

interface BestSignalProps {
  readonly outlook: Outlook | null;
  /** Those that would answer this trader. */
  readonly models: WorkingStats['models'];
  readonly onGet: () => void;
}

/** One press for the best forecast of all models and durations, and whether there is an edge now. */
function BestSignal({ outlook, models, onGet }: BestSignalProps) {
  const { t } = usePhrases();
  return (
    <section className="card p-card best-signal" aria-labelledby="best-title">
      <div className="flex flex-col gap-1.5 min-w-0">
        <h2 id="best-title" className="h3">
          {t('signal.choose.best.title')}
        </h2>
        <EdgeLine outlook={outlook} models={models} />
      </div>
      <Button
        look="p lg"
        data-tour="get"
        className="phone:px-3 phone:text-16"
        onClick={onGet}
        icon={Navigation}
        text={t('signal.choose.best.get')}
      />
    </section>
  );
}

/** Its height is reserved while it is unknown. */
function EdgeLine({ outlook, models }: Omit<BestSignalProps, 'onGet'>) {
  const { t, f } = usePhrases();
  const prospects = prospectsIn(outlook, models);
  const total = new Set(prospects.map(({ aiModel }) => aiModel)).size;
  const count = new Set(prospects.filter(({ hasSignal }) => hasSignal).map(({ aiModel }) => aiModel)).size;
  const nearest = findNearest(prospects);
  return (
    <p className="flex items-center gap-2.5 min-h-6 text-ink-1 font-semibold tabular-nums">
      {outlook && total > 0 && (
        <>
          <Activity className={`ic size-4 ${count > 0 ? 'win' : 'text-ink-3'}`} aria-hidden="true" />
          {count > 0 && t('signal.choose.outlook', { count, total })}
          {count === 0 && nearest === null && t('signal.none.noEdge')}
          {count === 0 &&
            nearest !== null &&
            t('signal.choose.best.near', {
              percent: f.percent(nearest.passability / 100, 1),
              threshold: f.percent(nearest.breakEven, 1),
            })}
        </>
      )}
    </p>
  );
}

const maxShown = 5;

/** The last results in one line, whatever their outcome; each leads to its row in the history. */
function RecentSignals({ signals }: { signals: readonly Signal[] }) {
  const { t, lang } = usePhrases();
  const recent = settledSignalsIn(signals, maxShown);
  if (recent.length === 0) return null;
  return (
    <nav className="ribbon" aria-label={t('signal.choose.recent')}>
      {recent.map((signal) => (
        <RecentSignal key={signal.id} signal={signal} />
      ))}
      <TextLink className="text-14" to={paths.history(lang)} text={t('signal.choose.history')} />
    </nav>
  );
}

function RecentSignal({ signal }: { signal: Signal }) {
  const { t, f, lang } = usePhrases();
  const isUp = signal.signal === 'BUY';
  const result = signal.result ?? 'void';
  const shape = outcomeStyle[result];
  return (
    <Link
      className={signal.hasEdge ? 'chip' : 'chip practice'}
      to={paths.history(lang, signal.id)}
      title={f.clock(Date.parse(signal.time))}
    >
      <OutcomeMark shape={shape} />
      <span className="sr-only">{t(`common.outcome.${result}`)}</span>
      {pairName(signal.symbol)}
      <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
      <span className="sr-only">{t(isUp ? 'signal.up' : 'signal.down')}</span>
      {!signal.hasEdge && <span className="sr-only">{t('common.practice')}</span>}
    </Link>
  );
}

interface DurationPickerProps {
  readonly chosen: PickerDuration;
  readonly onChoose: (duration: PickerDuration) => void;
}

function DurationPicker({ chosen, onChoose }: DurationPickerProps) {
  const { t } = usePhrases();
  return (
    <section data-tour="duration">
      <div className="fsec">
        <h2 id="duration-title">{t('signal.choose.duration')}</h2>
      </div>
      <SegmentedRadio
        name="duration"
        options={pickerDurations}
        chosen={chosen}
        label={(n) => t('signal.minutes', { n })}
        onChoose={onChoose}
        aria-labelledby="duration-title"
      />
    </section>
  );
}

function Summary({ choice: { request } }: { choice: TradingChoice }) {
  const { t } = usePhrases();
  const pair = request.model === 'manual' ? t('signal.choose.pairMissing') : t('signal.choose.pairByModel');
  return (
    <p className="flex items-center gap-3">
      <ModelFlag model={request.model} size="s" />
      <span className="flex flex-col min-w-0">
        <b className="text-ink-1 font-semibold">{aiModelName(request.model)}</b>
        <span className="text-13 text-ink-3">
          {t('signal.minutes', { n: request.interval })} · {request.symbol ? pairName(request.symbol) : pair}
        </span>
      </span>
    </p>
  );
}

/** Secondary: the one primary button of the screen takes the best signal. */
function GetButton({ className, isReady, onGet }: { className: string; isReady: boolean; onGet: () => void }) {
  const { t } = usePhrases();
  return (
    <button type="button" data-shortcut="get" className={`btn btn-s ${className}`} disabled={!isReady} onClick={onGet}>
      <Navigation className="ic" />
      {t('signal.choose.get')}
    </button>
  );
}
