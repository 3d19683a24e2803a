import type { AutoRun } from '#contract/signals.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { countdownText } from '../countdown.ts';
import type { BarState } from './bar-state.ts';
import type { SilenceReason } from './use-silence-reason.ts';

interface BarText {
  readonly title: string;
  readonly note: string;
}

export function useBarText(state: BarState, run: AutoRun, silence: SilenceReason): BarText {
  const phrases = usePhrases();
  return state.kind === 'stopped' ? stoppedText(state.reason, run, phrases) : runningText(state, run, silence, phrases);
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

function requestText({ aiModel, interval, symbol }: AutoRun, t: Phrases['t']): string {
  const request = { model: aiModelName(aiModel), minutes: t('signal.minutes', { n: interval }) };
  return symbol === null
    ? t('automatic.bar.waitingNote', request)
    : t('automatic.bar.waitingPair', { ...request, pair: pairName(symbol) });
}

type StopReason = Extract<BarState, { kind: 'stopped' }>['reason'];

function stoppedText(reason: StopReason, run: AutoRun, { t, f }: Phrases): BarText {
  const { lossesInARow, signalsToday, limits } = run;
  // A manual stop uses the text of a stop for today; the screen does not show it.
  const message = reason === 'user' || reason === 'replaced' ? 'stopped_for_today' : reason;
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
