import { useEffect, useEffectEvent } from 'react';
import type { NoSignalReason } from '#contract/signals.ts';
import { isObject } from '#domain/objects.ts';
import { minuteMs, secondMs } from '#domain/time.ts';
import type { ApiError } from '#web/api/api-error.ts';
import type { Phrases } from '#web/language/render-phrase.ts';
import { useErrorText } from '#web/language/use-error-text.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import type { SignalRequest } from '../signal-request.ts';
import type { SignalFlow } from '../use-signal-flow.ts';

/** An answer of the server, or a condition of the model, that stands in place of the figures. */
export interface CardNotice {
  readonly text: string;
  readonly button: string;
  /** A retry today would give the same response. */
  readonly isFinal: boolean;
  /** When the models may be ready and the search goes on by itself, server time; null: at a press. */
  readonly readyAt: number | null;
}

interface Question {
  readonly flow: SignalFlow;
  readonly outlookError: Error | null;
  /** The balance that the model needs and the trader lacks, dollars; null: none. */
  readonly lockedBelow: number | null;
  /** Dollars; null: unknown. */
  readonly balance: number | null;
  readonly now: number;
  /** Repeats a search that was answered too early. */
  readonly find: (request: SignalRequest) => void;
}

/** Null: there is none, and the figures stand. */
export function useNotice({ flow, outlookError, lockedBelow, balance, now, find }: Question): CardNotice | null {
  const phrases = usePhrases();
  const errorText = useErrorText();
  const { search } = flow;
  const { t } = phrases;
  const warmUpMs = search.kind === 'refused' ? getReadyInMs(search.apiError) : null;
  const readyAt = search.kind === 'refused' && warmUpMs !== null ? search.at + warmUpMs : null;
  const isDue = readyAt !== null && now >= readyAt;
  const findAgain = useEffectEvent(() => search.kind === 'refused' && find(search.request));
  useEffect(() => {
    if (isDue) findAgain();
  }, [isDue]);
  const again = { button: t('common.tryAgain'), isFinal: false, readyAt: null };
  const final = { button: t('common.shortcuts.get'), isFinal: true, readyAt: null };
  if (search.kind === 'refused') {
    const { apiError, at } = search;
    if (readyAt !== null) return { ...final, text: t('signal.card.warmingUp'), readyAt };
    if (apiError.code === 'vip_balance_required')
      return { ...again, text: errorText(apiError), button: t('signal.balanceLow.check') };
    const availableAt = apiError.code === 'signal_active' ? getAvailableAt(apiError) : null;
    if (availableAt === null) return { ...(isFinal(apiError) ? final : again), text: errorText(apiError) };
    // To the minute as it is shown, so that the time is never stated too early.
    const time = phrases.f.clock(Math.ceil(availableAt / minuteMs) * minuteMs);
    return { ...(Math.max(now, at) < availableAt ? final : again), text: t('signal.refused.resetLimit', { time }) };
  }
  if (lockedBelow !== null && balance !== null) {
    const text = t('signal.vip.text', { amount: phrases.f.usd(lockedBelow), balance: phrases.f.usd(balance) });
    return { ...again, text, button: t('common.shortcuts.get') };
  }
  return outlookError && { ...again, text: errorText(outlookError), button: t('common.shortcuts.get') };
}

const isFinal = ({ code }: ApiError): boolean => code === 'stopped_for_today';

/** `details` of warming_up. */
function getReadyInMs({ code, details }: ApiError): number | null {
  const seconds = code === 'warming_up' && isObject(details) ? details['readyInSeconds'] : null;
  return typeof seconds === 'number' ? seconds * secondMs : null;
}

/** `details` of signal_active after too many resets: when the next signal is available. */
function getAvailableAt({ details }: ApiError): number | null {
  const at = isObject(details) ? details['availableAt'] : null;
  return typeof at === 'string' ? Date.parse(at) : null;
}

/** Why there is no signal; null: every forecast is short of what it needs. */
export function reasonText(
  reason: NoSignalReason | null,
  resumesAt: string | null,
  now: number,
  { t, f }: Phrases,
): string | null {
  const at = resumesAt === null ? null : Date.parse(resumesAt);
  switch (reason) {
    case 'thin_hours':
      return at === null ? t('signal.none.thin') : t('signal.none.thinUntil', { time: f.clock(at) });
    case 'recent_pairs':
      return t('signal.none.recentPairs');
    case 'not_calibrated': {
      if (at === null || at <= now) return t('signal.none.uncalibrated');
      const count = Math.ceil((at - now) / minuteMs);
      return t('signal.none.uncalibratedIn', { n: f.count(count), count });
    }
    default:
      return null;
  }
}
