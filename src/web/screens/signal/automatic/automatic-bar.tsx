import { Check, Hand, MoonStar, Pause, Square } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { AutoRun, NoSignalReason, Signal } from '#contract/signals.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { durationMs } from '#domain/market/duration.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { minuteMs } from '#domain/time.ts';
import { serverClock } from '#web/api/server-clock.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { announce } from '#web/ui/feedback/announcer.tsx';
import { useToastAction } from '#web/ui/feedback/toast.tsx';
import { countdownText, useServerNow } from '../countdown.ts';
import { getProspect, useOutlook } from '../use-outlook.ts';
import { SmallRing } from './small-ring.tsx';
import type { Automatic } from './use-automatic.ts';

interface AutomaticBarProps {
  readonly run: AutoRun;
  readonly automatic: Automatic;
  readonly active: Signal | null;
}

/**
 * Above every state of the screen: status of the auto-signal run, today's signal count, and the
 * stop button.
 */
export default function AutomaticBar({ run, automatic, active }: AutomaticBarProps) {
  const { t } = usePhrases();
  const state = barState(run, active, useServerNow());
  const text = useBarText(state, run, useSilenceReason(run, state.kind === 'none'));
  useEndAnnounced(state, text.title);
  return (
    <section className="abar" aria-label={t('automatic.bar.label')}>
      <BarIcon state={state} />
      <div className="tx">
        <b>{text.title}</b>
        <span>{text.note}</span>
      </div>
      <LimitDots count={run.signalsToday} limit={run.limits.dailyLimit} />
      <BarActions state={state} automatic={automatic} />
    </section>
  );
}

type StopReason = NonNullable<AutoRun['stopReason']>;

/** State of the bar. `left` in milliseconds, `share` is the remaining part of the whole wait. */
type BarState =
  | { readonly kind: 'waiting' | 'none'; readonly left: number; readonly share: number }
  | { readonly kind: 'searching' | 'running' }
  | { readonly kind: 'entering' | 'settling'; readonly symbol: string }
  | { readonly kind: 'live'; readonly symbol: string; readonly left: number; readonly share: number }
  | { readonly kind: 'stopped'; readonly reason: StopReason };

/** Delay between an outcome and the next search. */
const pauseMs = minuteMs;

/** `active`: the user's open signal; `now`: server time. */
export function barState(run: AutoRun, active: Signal | null, now: number): BarState {
  if (run.state === 'stopped') return { kind: 'stopped', reason: run.stopReason ?? 'user' };
  if (active) return ofSignal(active, now);
  if (run.state === 'running') return { kind: 'running' };
  const left = run.nextSignalAt === null ? 0 : Date.parse(run.nextSignalAt) - now;
  if (left <= 0) return { kind: 'searching' };
  return { kind: run.state === 'waiting' ? 'waiting' : 'none', left, share: Math.min(1, left / pauseMs) };
}

function ofSignal({ symbol, expiresAt, duration }: Signal, now: number): BarState {
  if (expiresAt === null) return { kind: 'entering', symbol };
  const left = Date.parse(expiresAt) - now;
  if (left <= 0) return { kind: 'settling', symbol };
  return { kind: 'live', symbol, left, share: Math.min(1, left / durationMs(duration)) };
}

interface BarText {
  readonly title: string;
  readonly note: string;
}

/** Why a run found nothing. Instants in milliseconds. */
interface SilenceReason {
  /** Null: unknown, or an edge has appeared since. */
  readonly reason: NoSignalReason | null;
  readonly resumesAt: number | null;
  readonly now: number;
}

function useBarText(state: BarState, run: AutoRun, silence: SilenceReason): BarText {
  const phrases = usePhrases();
  return state.kind === 'stopped' ? stoppedText(state.reason, run, phrases) : runningText(state, run, silence, phrases);
}

function stoppedText(reason: StopReason, run: AutoRun, { t, f }: Phrases): BarText {
  const { lossesInARow, signalsToday, limits } = run;
  // A manual stop uses the text of a stop for today; the screen does not show it.
  const message = reason === 'user' || reason === 'replaced' || reason === 'found' ? 'stopped_for_today' : reason;
  if (message === 'losses') {
    const count = Math.max(lossesInARow, limits.stopAfterLosses);
    return { title: t('automatic.bar.losses', { n: f.count(count), count }), note: t('automatic.bar.lossesNote') };
  }
  if (message === 'daily_limit') {
    const title = t('automatic.bar.daily_limit', { n: signalsToday, limit: limits.dailyLimit });
    return { title, note: t('automatic.bar.daily_limitNote') };
  }
  return { title: t(`automatic.bar.${message}`), note: t(`automatic.bar.${message}Note`) };
}

type Running = Exclude<BarState, { kind: 'stopped' }>;

function runningText(state: Running, run: AutoRun, silence: SilenceReason, phrases: Phrases): BarText {
  const { t } = phrases;
  switch (state.kind) {
    case 'waiting':
      return { title: t('automatic.bar.waiting', { time: countdownText(state.left) }), note: requestText(run, t) };
    case 'none':
      return {
        title: t('automatic.bar.none', { time: countdownText(state.left) }),
        note: silenceText(silence, run, phrases),
      };
    case 'searching':
      return { title: t('automatic.bar.searching'), note: t('automatic.bar.searchingNote') };
    case 'running':
      return { title: t('automatic.bar.running'), note: t('automatic.bar.liveNote') };
    case 'live':
      return {
        title: t('automatic.bar.live', { pair: pairName(state.symbol), time: countdownText(state.left) }),
        note: t('automatic.bar.liveNote'),
      };
    case 'entering':
    case 'settling':
      return {
        title: t(`automatic.bar.${state.kind}`, { pair: pairName(state.symbol) }),
        note: t('automatic.bar.liveNote'),
      };
  }
}

function requestText({ aiModel, interval, symbol }: AutoRun, t: Phrases['t']): string {
  const request = { model: aiModelName(aiModel), minutes: t('signal.minutes', { n: interval }) };
  return symbol === null
    ? t('automatic.bar.waitingNote', request)
    : t('automatic.bar.waitingPair', { ...request, pair: pairName(symbol) });
}

/** Nothing but what the models themselves say; without that, only when they say it again. */
function silenceText({ reason, resumesAt, now }: SilenceReason, { symbol }: AutoRun, { t, f }: Phrases): string {
  switch (reason) {
    case 'thin_hours':
      if (resumesAt === null) return t('automatic.bar.noneThinUnknown');
      return t('automatic.bar.noneThin', { time: f.clock(resumesAt) });
    case 'not_calibrated': {
      if (resumesAt === null || resumesAt <= now) return t('automatic.bar.noneUncalibrated');
      const count = Math.ceil((resumesAt - now) / minuteMs);
      return t('automatic.bar.noneUncalibratedIn', { n: f.count(count), count });
    }
    case 'below_threshold':
      return symbol === null ? t('automatic.bar.noneNote') : t('automatic.bar.nonePair', { pair: pairName(symbol) });
    default:
      return t('automatic.bar.noneUnknown');
  }
}

/** From the outlook of the run's model and duration, read only while the run is silent. */
function useSilenceReason({ aiModel, interval, symbol }: AutoRun, isSilent: boolean): SilenceReason {
  const outlook = useOutlook({ isLive: isSilent });
  const own = getProspect(outlook, aiModel, interval);
  // An edge on another pair is no answer for the run's one pair.
  const isBelow = own?.hasSignal && symbol !== null;
  return {
    reason: isBelow ? 'below_threshold' : (own?.reason ?? null),
    resumesAt: outlook?.resumesAt ? Date.parse(outlook.resumesAt) : null,
    now: serverClock.now(),
  };
}

/** The countdown is not announced; its end is announced once. */
function useEndAnnounced(state: BarState, title: string): void {
  const reason = state.kind === 'stopped' ? state.reason : null;
  useEffect(() => {
    if (reason) announce(title);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once a reason, not once a wording
  }, [reason]);
}

const stopIcons = {
  losses: Hand,
  daily_limit: Check,
  market_closed: MoonStar,
  stopped_for_today: Hand,
  access_lost: Pause,
  user: Pause,
  replaced: Pause,
  found: Check,
} as const;

function BarIcon({ state }: { state: BarState }): ReactNode {
  if (state.kind === 'stopped') {
    const Icon = stopIcons[state.reason];
    return (
      <span className="tile">
        <Icon className="ic" />
      </span>
    );
  }
  return <SmallRing share={'share' in state ? state.share : null} />;
}

const maxDots = 20;

/** One dot per signal of the day, as far as there is room. */
function LimitDots({ count, limit }: { count: number; limit: number }) {
  const { t } = usePhrases();
  return (
    <div className="lm">
      {limit <= maxDots && (
        <span className="lim" aria-hidden="true">
          {Array.from({ length: limit }, (_, index) => (
            <i key={index} className={index < count ? 'on' : ''} />
          ))}
        </span>
      )}
      <span className="text-13 text-ink-3 tabular-nums">{t('automatic.bar.today', { n: count, limit })}</span>
    </div>
  );
}

function BarActions({ state, automatic }: { state: BarState; automatic: Automatic }) {
  const { t, lang } = usePhrases();
  if (state.kind !== 'stopped') return <StopButton isAfter={isOpen(state)} automatic={automatic} />;
  return (
    <div className="flex items-center gap-2">
      {state.reason === 'daily_limit' && (
        <Button
          look="s"
          to={`${paths.history(lang)}?from=${getDay(serverClock.now())}`}
          text={t('automatic.bar.day')}
        />
      )}
      <Button look="s" onClick={automatic.dismiss} text={t('automatic.bar.seen')} />
    </div>
  );
}

/** An open signal always stays: stopping only prevents the next one. */
function StopButton({ isAfter, automatic }: { isAfter: boolean; automatic: Automatic }) {
  const { t } = usePhrases();
  const stop = useToastAction(automatic.stop);
  return (
    <Button
      action={stop}
      look="s"
      text={
        <>
          {!isAfter && <Square className="ic filled" />}
          {t(isAfter ? 'automatic.bar.stopAfter' : 'automatic.bar.stop')}
        </>
      }
    />
  );
}

const isOpen = ({ kind }: BarState): boolean =>
  kind === 'entering' || kind === 'live' || kind === 'settling' || kind === 'running';

/** Today in the user's zone, in the format of the history's address. */
function getDay(at: number): string {
  const day = new Date(at);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}
