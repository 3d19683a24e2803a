import { FlaskConical, Navigation } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { ForecastBelow } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { hasLean, shownPoints } from '#domain/statistics/shown-rate.ts';
import { aiModelName, isLlmModelKey } from '#domain/signals/ai-model.ts';
import { minuteMs } from '#domain/time.ts';
import { zoneWithOffset } from '#web/language/formats.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { useWorkingStats } from '#web/session/working-stats.ts';
import { readStored } from '#web/storage/stored.ts';
import { Button } from '#web/ui/button.tsx';
import { DirectionIcon } from '#web/ui/direction-icon.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { getPair, type Search, type SignalRequest, toChoice } from '../signal-request.ts';
import { recentSymbols } from '../signal-list.ts';
import { useOutlook } from '../use-outlook.ts';
import { useServerNow } from '../countdown.ts';
import type { SignalFlow } from '../use-signal-flow.ts';
import { type NoSignalState, noSignalState } from './no-signal-state.ts';
import { NotifyButton } from './notify-button.tsx';
import { getWatched } from './watched.ts';

interface NoSignalProps {
  readonly search: Extract<Search, { kind: 'no-signal' }>;
  readonly flow: SignalFlow;
  readonly balance: number | null;
  /** The chosen duration, for which a request of any duration is watched. */
  readonly interval: PickerDuration;
}

/**
 * No edge: why, what is best now, and only what can succeed. Consent to a chase is valid once, so
 * a chase leads back to its result.
 */
export default function NoSignal({ search, flow, balance, interval }: NoSignalProps) {
  const { t } = usePhrases();
  const { request } = search;
  const now = useServerNow();
  const models = useWorkingStats()?.models ?? [];
  const outlook = useOutlook({ isLive: request.kind !== 'chase' });
  const isAnyExcluded = recentSymbols(now).length > 0;
  const state = noSignalState({ search, outlook, models, balance, isAnyExcluded, now });
  const title = t(state.hasEdge ? 'signal.none.titleEdge' : 'signal.none.title');
  useEffect(() => announce(title), [title]);
  return (
    <section className="card mx-auto max-w-[880px]">
      <div className="state none">
        <div className="art">
          <QuietSea />
        </div>
        <h2>{title}</h2>
        <p>
          <Reason request={request} state={state} now={now} />
        </p>
        {!state.hasEdge && state.best && <BestNow best={state.best} />}
        <div className="acts">
          <Actions request={request} state={state} flow={flow} />
          {!state.hasEdge && isWatchable(request) && (
            <NotifyButton watched={getWatched(request, interval)} waitSeconds={state.waitSeconds} now={now} />
          )}
          {request.kind !== 'chase' && <Button look="g" onClick={flow.dismiss} text={t('signal.none.change')} />}
        </div>
        {!state.hasEdge && state.best && <p className="text-13 text-ink-3">{t('signal.none.practiceNote')}</p>}
      </div>
    </section>
  );
}

const reasons = {
  below_threshold: 'signal.none.noEdge',
  thin_hours: 'signal.none.thinHours',
  recent_pairs: 'signal.none.recentPair',
  not_calibrated: 'signal.none.notCalibrated',
} as const;

interface ReasonProps {
  readonly request: SignalRequest;
  readonly state: NoSignalState;
  /** Server time. */
  readonly now: number;
}

/** Why there is no signal, plainly, with times in the trader's own zone. */
function Reason({ request, state, now }: ReasonProps) {
  const phrases = usePhrases();
  const { t } = phrases;
  if (state.hasEdge) return t('signal.none.textEdge');
  const reason =
    request.kind === 'chase'
      ? t('signal.none.noEdgeChase', { pair: pairName(request.symbol) })
      : t(reasons[state.reason]);
  return (
    <>
      <b>{reason}.</b> {reasonText(request, state, now, phrases)}
    </>
  );
}

function reasonText(request: SignalRequest, state: NoSignalState, now: number, { t, f }: Phrases): string {
  const { resumesAt } = state;
  switch (state.reason) {
    case 'thin_hours': {
      if (resumesAt === null) return t('signal.none.thin');
      const resumes = t('signal.none.resumes', { time: f.clock(resumesAt), zone: zoneWithOffset(resumesAt) });
      return `${t('signal.none.thin')} ${resumes}`;
    }
    case 'recent_pairs': {
      const recent = readStored('prevSignal');
      if (!recent || recent.ttl <= now) return t('signal.none.recentPairs');
      return t('signal.none.recent', { pair: pairName(recent.symbol), time: f.clock(recent.ttl) });
    }
    case 'not_calibrated': {
      if (resumesAt === null || resumesAt <= now) return t('signal.none.uncalibrated');
      const count = Math.ceil((resumesAt - now) / minuteMs);
      return t('signal.none.uncalibratedIn', { n: f.count(count), count });
    }
    case 'below_threshold':
      return belowThreshold(request, t);
  }
}

function belowThreshold(request: SignalRequest, t: Phrases['t']): string {
  const pair = getPair(request);
  if (pair) return t('signal.none.textPair', { pair: pairName(pair) });
  if (request.kind !== 'choice') return t('signal.none.textBest');
  return t('signal.none.text', {
    model: aiModelName(request.model),
    minutes: t('signal.minutes', { n: request.interval }),
  });
}

/** A price that stays inside the zone without a payout. */
function QuietSea() {
  return (
    <svg viewBox="20 22 280 88" width="420" aria-hidden="true">
      <path d="M0 66H320" stroke="var(--line-3)" strokeDasharray="3 5" />
      <rect x="0" y="48" width="320" height="36" fill="var(--t3)" opacity=".13" />
      <path
        d="M0 66.0L4 68.4L8 70.8L12 72.8L16 74.3L20 74.9L24 74.6L28 73.5L32 71.6L36 69.2L40 66.6L44 64.0L48 61.8L52 60.1L56 59.3L60 59.2L64 59.8L68 61.0L72 62.5L76 64.1L80 65.5L84 66.6L88 67.1L92 67.2L96 66.8L100 66.1L104 65.4L108 64.7L112 64.4L116 64.6L120 65.3L124 66.5L128 68.0L132 69.7L136 71.3L140 72.5L144 73.1L148 73.0L152 72.1L156 70.5L160 68.2L164 65.6L168 62.9L172 60.5L176 58.6L180 57.4L184 57.2L188 57.8L192 59.2L196 61.2L200 63.6L204 65.9L208 68.0L212 69.5L216 70.5L220 70.8L224 70.4L228 69.6L232 68.6L236 67.5L240 66.6L244 66.1L248 66.0L252 66.4L256 67.1L260 68.0L264 68.9L268 69.6L272 69.8L276 69.4L280 68.5L284 66.9L288 64.9L292 62.7L296 60.6L300 58.9L304 57.8L308 57.5L312 58.0L316 59.4L320 61.6"
        fill="none"
        stroke="var(--t2)"
        strokeWidth="2"
      />
      <g transform="rotate(-2 160 66)">
        <path d="M214 66 160 58.5v15z" fill="var(--up-solid)" />
        <path d="M106 66l54-7.5v15z" fill="var(--down-solid)" />
      </g>
      <circle cx="160" cy="66" r="5" fill="var(--s1)" stroke="var(--t1)" strokeWidth="2.5" />
    </svg>
  );
}

interface BestNowProps {
  readonly best: ForecastBelow;
}

/** The best forecast without an edge, and how far it is from break-even. */
export function BestNow({ best }: BestNowProps) {
  const { t, f } = usePhrases();
  const isUp = best.signal === 'BUY';
  return (
    <div className="inset best-now">
      <h3 className="lab">{t('signal.none.best')}</h3>
      <p className="what">
        <b className="text-ink-1 font-semibold">{pairName(best.symbol)}</b>
        {hasLean(best.passability) ? (
          <span className="flex items-center gap-1">
            <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
            {t(isUp ? 'signal.up' : 'signal.down')}
          </span>
        ) : (
          <span>{t('signal.noLean')}</span>
        )}
        <b className="text-ink-1 font-semibold tabular-nums">{f.percent(best.passability / 100, 1)}</b>
      </p>
      <p className="text-13 text-ink-3 flex items-center gap-2">
        <ModelFlag model={best.aiModel} size="xs" />
        {aiModelName(best.aiModel)}, {t('signal.minutes', { n: best.duration })}
      </p>
      <DistanceBar best={best} />
      <p className="text-14">{distanceText(best, { t, f })}</p>
    </div>
  );
}

/** From a coin toss on the left, past break-even; the words say the same. */
function DistanceBar({ best: { passability, breakEven } }: BestNowProps) {
  const end = Math.max(100 * breakEven, passability) + 1;
  const x = (percent: number): number => (100 * Math.max(0, percent - 50)) / (end - 50);
  return (
    <svg viewBox="0 0 100 6" width="100%" height="6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" fill="var(--line-2)" />
      <rect width={x(passability)} height="6" fill="var(--t2)" />
      <rect x={x(100 * breakEven)} width="0.6" height="6" fill="var(--t1)" />
    </svg>
  );
}

function distanceText({ passability, breakEven }: ForecastBelow, { t, f }: Pick<Phrases, 't' | 'f'>): string {
  const lacking = 100 * breakEven - passability;
  if (lacking > 0 && lacking < 0.1)
    return t('signal.none.almost', { points: f.exact(0.1, 1), breakEven: f.percent(breakEven, 1) });
  const points = shownPoints(passability, 100 * breakEven);
  const words = { points: f.exact(Math.abs(points), 1), breakEven: f.percent(breakEven, 1) };
  return t(points < 0 ? 'signal.none.below' : 'signal.none.above', words);
}

interface ActionsProps {
  readonly request: SignalRequest;
  readonly state: NoSignalState;
  readonly flow: SignalFlow;
}

/** The first one is primary: the edge, then a chase's way back, then practice. */
function Actions({ request, state: { hasEdge, elsewhere, best }, flow }: ActionsProps): ReactNode {
  const { t } = usePhrases();
  if (hasEdge) {
    return <Button look="p" onClick={() => flow.find(request)} icon={Navigation} text={t('signal.choose.get')} />;
  }
  if (request.kind === 'chase') {
    return (
      <>
        <Button look="p" onClick={flow.cancel} text={t('signal.toResult')} />
        {best && <PracticeButton tone="btn-s" onTake={() => flow.find({ ...request, isPractice: true })} />}
      </>
    );
  }
  return (
    <>
      {elsewhere && (
        <Button
          look="p"
          onClick={() => flow.find(toChoice(elsewhere.aiModel, elsewhere.interval))}
          icon={Navigation}
          text={t('signal.none.elsewhere', {
            model: aiModelName(elsewhere.aiModel),
            minutes: t('signal.minutes', { n: elsewhere.interval }),
          })}
        />
      )}
      {best && (
        <PracticeButton
          tone={elsewhere ? 'btn-s' : 'btn-p'}
          onTake={() => flow.find({ ...request, isPractice: true })}
        />
      )}
    </>
  );
}

function PracticeButton({ tone, onTake }: { tone: 'btn-p' | 'btn-s'; onTake: () => void }) {
  const { t } = usePhrases();
  return (
    <button type="button" className={`btn ${tone}`} onClick={onTake}>
      <FlaskConical className="ic" />
      {t('signal.none.practice')}
    </button>
  );
}

/** Language models answer only when they are asked, so there is no forecast to watch for. */
const isWatchable = (request: SignalRequest): boolean =>
  request.kind === 'best' || (request.kind === 'choice' && !isLlmModelKey(request.model));
