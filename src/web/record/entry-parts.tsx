import type { ProofState } from '#domain/record/proof-state.ts';
import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { DirectionIcon } from '../ui/direction-icon.tsx';
import { ModelFlag } from '../ui/model-flag.tsx';
import { OpenChip, OutcomeChip, VoidNote } from '../ui/outcome-mark.tsx';
import { PracticeChip } from '../ui/chip.tsx';
import { ProofIcon } from './entry-proof.tsx';
import { type SignalLeaf, parseResult, parseVoidReason } from './check/signal-leaf.ts';

type Stated = Pick<SignalLeaf, 'direction' | 'passability' | 'duration'> & Partial<Pick<SignalLeaf, 'hasEdge'>>;

/** Arrow, word, stated probability and minutes; practice is marked. */
export function Forecast({ stated: { direction, passability, duration, hasEdge = true } }: { stated: Stated }) {
  const { t, f } = usePhrases();
  const isUp = direction === 'BUY';
  return (
    <span className="flex items-center gap-2 tabular-nums rec-forecast">
      <DirectionIcon isUp={isUp} className={`ic ${isUp ? 'up' : 'down'}`} />
      {t(`record.direction.${direction}`)}{' '}
      {t('record.list.stated', {
        percent: f.percent(passability / 100, 1),
        minutes: t('record.list.minutes', { n: duration }),
      })}
      {!hasEdge && <PracticeChip />}
    </span>
  );
}

export const ModelName = ({ model }: { model: AiModelKey | null }) =>
  model && (
    <span className="flex items-center gap-2.5">
      <ModelFlag model={model} size="xs" />
      {aiModelName(model)}
    </span>
  );

/** Whether witnesses saw the entry in time, as a shape and a word. */
export function ProofMark({ state }: { state: ProofState }) {
  const { t } = usePhrases();
  return (
    <span className="flex items-center gap-1.5 text-13 text-ink-3 rec-proof" title={t(`common.proof.meaning.${state}`)}>
      <ProofIcon state={state} />
      {t(`common.proof.${state}`)}
    </span>
  );
}

/** The outcome as a shape, a colour and a word; an open signal has none yet. */
export function ResultChip({ leaf }: { leaf: Readonly<Record<string, unknown>> | undefined }) {
  const { t } = usePhrases();
  const result = parseResult(leaf);
  return result === null ? (
    <OpenChip>{t('common.outcome.open')}</OpenChip>
  ) : (
    <span className="flex flex-col items-start gap-1">
      <OutcomeChip result={result} />
      <VoidNote reason={parseVoidReason(leaf)} />
    </span>
  );
}
