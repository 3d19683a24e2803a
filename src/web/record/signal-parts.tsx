import { Lock } from 'lucide-react';
import { pairName, priceDigits } from '#domain/market/currency-pair.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import type { SignalLeaf } from '#record/leaf.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { PracticeChip } from '../ui/chip.tsx';
import { DirectionIcon } from '../ui/direction-icon.tsx';
import { ModelFlag } from '../ui/model-flag.tsx';
import { OpenChip, OutcomeChip } from '../ui/outcome-mark.tsx';
import type { ShownSignal } from './check-record.ts';

/** Pair, direction, stated probability and minutes; practice is marked. Null: not open yet. */
export function Stated({ shown: { signal, isPractice } }: { shown: ShownSignal }) {
  const { t, f } = usePhrases();
  if (!signal) {
    return (
      <span className="flex items-center gap-2 text-ink-3">
        <Lock className="ic" />
        {t('record.list.closed')}
      </span>
    );
  }
  const { pair, side, probability, duration } = signal;
  const isUp = side === 'BUY';
  return (
    <span className="flex flex-wrap items-center gap-2 tabular-nums">
      <b className="text-ink-1">{pairName(pair)}</b>
      <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
      {t('record.list.stated', {
        side: t(`record.side.${side}`),
        percent: f.percent(probability / 100, 1),
        n: duration,
      })}
      {isPractice && <PracticeChip />}
    </span>
  );
}

export const Spoke = ({ signal }: { signal: SignalLeaf | null }) =>
  signal && (
    <span className="flex items-center gap-2.5">
      <ModelFlag model={signal.model} size="xs" />
      {aiModelName(signal.model)}
    </span>
  );

/** The outcome as it follows from the prices. */
export function Result({ shown: { result, isVoided } }: { shown: ShownSignal }) {
  const { t } = usePhrases();
  if (result === null) return <OpenChip>{t('common.outcome.open')}</OpenChip>;
  return (
    <span className="flex flex-wrap items-center gap-2">
      <OutcomeChip result={result} />
      {result === 'void' && (
        <span className="text-13 text-ink-3">{t(isVoided ? 'record.list.voided' : 'record.list.noPrice')}</span>
      )}
    </span>
  );
}

/** Entry and close as the broker writes them; null: not known. */
export function toPrices({ signal, prices }: ShownSignal): string | null {
  const close = prices?.closes[0]?.tick;
  if (!signal || !prices?.entry || !close) return null;
  const digits = priceDigits(signal.pair);
  return `${prices.entry.price.toFixed(digits)} → ${close.price.toFixed(digits)}`;
}
