import { useQuery } from '@tanstack/react-query';
import { Info, Scale } from 'lucide-react';
import type { Signal } from '#contract/signals.ts';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { durationMs } from '#domain/market/duration.ts';
import { type AiModelKey, aiModelName, calibratedFrom, isLlmModelKey } from '#domain/signals/ai-model.ts';
import { getPayout } from '#domain/statistics/break-even.ts';
import { hasLean, shownPoints } from '#domain/statistics/shown-rate.ts';
import { useWakeLock } from '#web/alerts/use-wake-lock.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { isCalibratedOnFeeds } from '#web/record/feed-calibration.tsx';
import { modelFiguresQuery } from '#web/record/figures.ts';
import { optionalView } from '#web/routing/lazy-view.tsx';
import { Button } from '#web/ui/button.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { Fact } from '#web/ui/card.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { SelfHealing } from '#web/ui/feedback/self-healing.tsx';
import { HeadingDial } from '#web/ui/figures/heading-dial.tsx';
import { HundredDots } from '#web/ui/figures/hundred-dots.tsx';
import { PracticeChip } from '#web/ui/chip.tsx';
import { useIsPhone, useIsStacked } from '#web/ui/use-is-wide.ts';
import { countdownText, useServerNow } from '../countdown.ts';
import { type SignalFlow, useReset } from '../use-signal-flow.ts';
import { BrokerLink, EntryCard, useEntry } from './entry-card.tsx';
import { LiveCountdown } from './live-countdown.tsx';
import { useMarketWindow } from './market-window.ts';
import { PriceCard } from './price-card.tsx';
import { RecordNote } from './record-note.tsx';
import { WhyCard } from './why-card.tsx';

interface RunningProps {
  readonly signal: Signal;
  readonly balance: number | null;
  readonly flow: SignalFlow;
}

/** Same layout for entering and live, so that nothing shifts when the entry price arrives. */
export default function Running({ signal, balance, flow }: RunningProps) {
  useWakeLock();
  const isPhone = useIsPhone();
  const isStacked = useIsStacked();
  const price = (
    <SelfHealing>
      <PriceCard signal={signal} countdown={<LiveCountdown signal={signal} />} />
    </SelfHealing>
  );
  const explanation = (
    <>
      <WhyCard signal={signal} />
      <SelfHealing>
        <PassabilityCard signal={signal} />
      </SelfHealing>
    </>
  );
  const forecast = (
    <SelfHealing>
      <ForecastCard signal={signal} />
    </SelfHealing>
  );
  const entry = (
    <SelfHealing>
      {signal.hasEdge ? (
        <EntryCard signal={signal} signals={flow.signals} balance={balance} />
      ) : (
        <PracticeCard signal={signal} />
      )}
    </SelfHealing>
  );
  const record = (
    <SelfHealing>
      <RecordNote signal={signal} />
      <BeforeEntry signal={signal} flow={flow} />
    </SelfHealing>
  );
  const rail = (
    <aside className="rail">
      {forecast}
      {entry}
      {record}
    </aside>
  );
  // Document order follows the layout, so that the focus moves down the page.
  return (
    <>
      {isPhone ? (
        <div className="flex flex-col gap-4">
          {entry}
          {forecast}
          {price}
          {record}
          {explanation}
        </div>
      ) : (
        <div className="app-g">
          {isStacked && rail}
          <div className="flex flex-col gap-4">
            {price}
            {explanation}
          </div>
          {!isStacked && rail}
        </div>
      )}
      <SelfHealing isOptional>
        <RunningBar signal={signal} />
      </SelfHealing>
    </>
  );
}

/**
 * What the stated probability means: a hundred such forecasts, as dots and in a sentence, and its
 * margin above break-even. Every figure follows from the stated one.
 */
export function PassabilityCard({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const { passability, analytics, hasEdge } = signal;
  // Rounded up to break-even, a forecast without an edge would seem to have one.
  const won = Math.min(Math.round(passability), hasEdge ? 100 : Math.floor(100 * analytics.breakEven));
  const isMeasured = analytics.sampleSize > 0 && !isCalibrating(signal);
  const unmeasured = isCalibrating(signal)
    ? t('signal.passability.calibrating', { n: f.count(analytics.sampleSize), needed: f.count(calibratedFrom) })
    : t('signal.passability.unmeasured');
  const margin = shownPoints(passability, 100 * analytics.breakEven);
  return (
    <section className="card p-card" aria-labelledby="passability-title">
      <div className={isMeasured ? 'pass' : undefined}>
        {isMeasured && <HundredDots won={won} size={184} label={t('signal.passability.dots', { won })} />}
        <div className="flex flex-col gap-3 w-full">
          <h2 id="passability-title" className="h4">
            {t('signal.passability.title')}
          </h2>
          <p className="text-14">
            <Rich text={isMeasured ? t('signal.passability.text', { won, lost: 100 - won }) : unmeasured} />
          </p>
          <dl className="dl">
            <Fact name={t('signal.passability.breakEven', { payout: f.percent(getPayout(analytics.breakEven)) })}>
              {f.percent(analytics.breakEven, 1)}
            </Fact>
            <Fact name={t(margin < 0 ? 'signal.passability.missing' : 'signal.passability.margin')}>
              {`${margin < 0 ? f.exact(-margin, 1) : f.signed(margin, 1)}\u00a0${t('signal.why.points')}`}
            </Fact>
            {isMeasured && <Fact name={t('signal.passability.sample')}>{f.count(analytics.sampleSize)}</Fact>}
          </dl>
        </div>
      </div>
    </section>
  );
}

/**
 * A language model has no outcomes before its first settled forecast here: at first its record is
 * short.
 */
const isCalibrating = ({ aiModel, analytics }: Signal): boolean =>
  isLlmModelKey(aiModel) && analytics.sampleSize < calibratedFrom;

/** Direction and probability, always with the break-even next to it. */
export function ForecastCard({ signal }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const isUp = signal.signal === 'BUY';
  const percent = f.percent(signal.passability / 100, 1);
  const breakEven = f.percent(signal.analytics.breakEven, 1);
  const isLeaning = hasLean(signal.passability);
  const direction = t(isUp ? 'signal.up' : 'signal.down');
  return (
    <section className="card p-card" data-tour="forecast">
      <div className="flex items-center gap-[18px]">
        <div className="flex flex-col gap-2 flex-1">
          {/* On a phone this card stands above the one that names the pair. */}
          <p className="hidden phone:block text-16 font-semibold text-ink-1">
            {pairName(signal.symbol)} · {t('signal.minutes', { n: signal.duration })}
          </p>
          <h2 className="lab">{t('signal.live.forecastOf', { model: aiModelName(signal.aiModel) })}</h2>
          {isLeaning ? (
            <div className={`direction-word ${isUp ? 'up' : 'down'}`}>
              <DirectionIcon isUp={isUp} />
              {direction}
            </div>
          ) : (
            <div className="direction-word">{t('signal.noLean')}</div>
          )}
          <div className="flex flex-wrap mt-0.5 items-baseline gap-x-2.5 gap-y-1">
            <span className="big tabular-nums">{percent}</span>
            <span className="text-13 text-ink-3 whitespace-nowrap">{t('signal.live.probability')}</span>
          </div>
        </div>
        <HeadingDial
          isUp={isUp}
          percent={signal.passability}
          figure={f.exact(signal.passability, 1)}
          breakEven={signal.analytics.breakEven * 100}
          label={t(isUp ? 'signal.live.dialUp' : 'signal.live.dialDown', { percent })}
        />
      </div>
      <p className="text-13 text-ink-3 mt-3">
        {isLeaning ? t('signal.live.dialNote', { breakEven }) : t('signal.live.noLean', { direction })}
      </p>
    </section>
  );
}

/** In place of the entry: why this forecast is not worth a stake. Offers neither broker nor stake. */
function PracticeCard({ signal: { passability, analytics } }: { signal: Signal }) {
  const { t, f } = usePhrases();
  const isBelow = passability <= 100 * analytics.breakEven;
  const figures = { percent: f.percent(passability / 100, 1), breakEven: f.percent(analytics.breakEven, 1) };
  return (
    <section className="card p-card flex flex-col gap-3" aria-labelledby="practice-title">
      <h2 id="practice-title">
        <PracticeChip />
      </h2>
      <p className="text-14">{t(isBelow ? 'signal.none.taken.below' : 'signal.none.taken.above', figures)}</p>
      <p className="text-13 text-ink-3">{t('signal.none.taken.watch')}</p>
    </section>
  );
}

const AlertSwitches = optionalView(() => import('#web/alerts/alert-switches.tsx'));

/** One line that unfolds to all that can wait: OTC quotes, the calibration, and alerts. */
function BeforeEntry({ signal, flow }: { signal: Signal; flow: SignalFlow }) {
  const { t } = usePhrases();
  return (
    <details className="card fold">
      <summary>{t('signal.live.beforeEntry')}</summary>
      <div className="px-6 pb-4 flex flex-col gap-4">
        <OtcHelp flow={flow} />
        <UncalibratedNote model={signal.aiModel} />
        <section aria-labelledby="alerts-title">
          <h3 id="alerts-title" className="h4">
            {t('automatic.alerts.title')}
          </h3>
          <AlertSwitches />
        </section>
      </div>
    </details>
  );
}

/** The broker sets OTC quotes itself: one click resets a signal that does not apply to them. */
function OtcHelp({ flow }: { flow: SignalFlow }) {
  const { t } = usePhrases();
  const { isBusy, reset } = useReset(flow);
  return (
    <div className="note">
      <Info className="ic" />
      <div className="flex flex-col gap-3 items-start">
        <span>
          <b>{t('signal.choose.otcTitle')}</b> {t('signal.choose.otcText')}
        </span>
        <Button look="s sm" isBusy={isBusy} onClick={reset} text={t('signal.live.otcReset')} />
      </div>
    </div>
  );
}

/**
 * A note beside a model that is not calibrated on the running feed yet; beside the manual model,
 * which repeats forecasts of others, as long as none of them is.
 */
export function UncalibratedNote({ model }: { readonly model: AiModelKey }) {
  const { t } = usePhrases();
  const isManual = model === 'manual';
  const stating = useQuery(modelFiguresQuery).data?.filter(
    (known) => isCalibratedOnFeeds(known.model) && (isManual || known.model === model),
  );
  if (!stating || stating.length === 0 || stating.some(({ calibration }) => calibration !== null)) return null;
  return <Note icon={Scale}>{t(isManual ? 'calibration.noneOfAll' : 'calibration.none')}</Note>;
}

/** On a phone: the signal and the way to the broker at every scroll position. */
function RunningBar({ signal }: { signal: Signal }) {
  const { t } = usePhrases();
  const entry = useEntry(signal);
  const now = useServerNow();
  const { price } = useMarketWindow(signal);
  const isUp = signal.signal === 'BUY';
  const left = signal.expiresAt === null ? durationMs(signal.duration) : Date.parse(signal.expiresAt) - now;
  return (
    <div className="mcta">
      {/* Hidden from screen readers, because the cards say the same. */}
      <div className="flex flex-col min-w-0 flex-1 text-13 leading-tight gap-0.5" aria-hidden="true">
        <span className="flex flex-wrap items-center gap-x-2 text-ink-1 font-semibold">
          <span className={`flex items-center gap-1 ${isUp ? 'up' : 'down'}`}>
            <DirectionIcon isUp={isUp} className="ic size-4" />
            {t(isUp ? 'signal.up' : 'signal.down')}
          </span>
          {pairName(signal.symbol)}
        </span>
        <span className="flex flex-wrap gap-x-2 text-ink-2 tabular-nums">
          <b className="text-ink-1 whitespace-nowrap">{countdownText(left)}</b>
          <span>{price?.toFixed(priceDigits(signal.symbol))}</span>
        </span>
      </div>
      {signal.hasEdge ? (
        <BrokerLink signal={signal} entry={entry} className="flex-none" />
      ) : (
        <PracticeChip className="flex-none" />
      )}
    </div>
  );
}
