import { pairName } from '#domain/market/currency-pair.ts';
import { minuteMs } from '#domain/time.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { ownZone } from '#web/language/own-zone.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { readStored } from '#web/storage/stored.ts';
import { getPair, type SignalRequest } from '../signal-request.ts';
import type { NoSignalState } from './no-signal-state.ts';

interface ReasonText {
  readonly title: string;
  readonly text: string;
}

/** Why there is no signal, plainly, with times in the trader's own zone. `now`: server time. */
export function useReasonText(request: SignalRequest, state: NoSignalState, now: number): ReasonText {
  const phrases = usePhrases();
  const { t } = phrases;
  if (state.hasEdge) return { title: t('signal.none.titleEdge'), text: t('signal.none.textEdge') };
  const title =
    request.kind === 'chase'
      ? t('signal.none.titleChase', { pair: pairName(request.symbol) })
      : t(titles[state.reason]);
  return { title, text: reasonText(request, state, now, phrases) };
}

const titles = {
  below_threshold: 'signal.none.title',
  thin_hours: 'signal.none.titleThin',
  recent_pairs: 'signal.none.titleRecent',
  not_calibrated: 'signal.none.titleUncalibrated',
} as const;

function reasonText(request: SignalRequest, state: NoSignalState, now: number, { t, f }: Phrases): string {
  const { resumesAt } = state;
  switch (state.reason) {
    case 'thin_hours': {
      if (resumesAt === null) return t('signal.none.thin');
      const resumes = t('signal.none.resumes', { time: f.clock(resumesAt), zone: ownZone(resumesAt) });
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
