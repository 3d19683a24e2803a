import type { Outlook, WorkingStats } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ModelCard } from './model-card.tsx';
import { getEvidence } from './model-evidence.ts';
import { modelState, statePlace } from './model-state.ts';
import { getProspect } from '../outlook-edge.ts';
import { useModelFigures } from '../use-model-figures.ts';

interface ModelCardsProps {
  readonly models: WorkingStats['models'];
  readonly outlook: Outlook | null;
  readonly chosen: AiModelKey;
  /** The chosen duration. */
  readonly duration: PickerDuration;
  readonly balance: number | null;
  readonly onChoose: (model: AiModelKey) => void;
}

/** Radio buttons with arrow keys, those that would answer now first. */
export function ModelCards({ models, outlook, chosen, duration, balance, onChoose }: ModelCardsProps) {
  const { t, f } = usePhrases();
  const figures = useModelFigures();
  const breakEven = figures?.[0]?.breakEven;
  const cards = models
    .map((model) => ({ model, state: modelState({ model, outlook, duration, balance }) }))
    .toSorted((a, b) => statePlace(a.state) - statePlace(b.state));
  return (
    <section data-tour="models">
      <div className="fsec justify-between">
        <h2 id="models-title">{t('signal.choose.model')}</h2>
        {breakEven !== undefined && (
          <span className="text-13 text-ink-3">{t('signal.choose.breakEven', { n: f.exact(100 * breakEven, 1) })}</span>
        )}
      </div>
      <div className="models" role="radiogroup" aria-labelledby="models-title">
        {cards.map(({ model, state }) => (
          <ModelCard
            key={model.key}
            model={model}
            evidence={
              figures &&
              getEvidence(
                model,
                figures.find(({ aiModel }) => aiModel === model.key),
              )
            }
            state={state}
            edgeShare={getProspect(outlook, model.key, duration)?.edgeShare ?? null}
            isChosen={model.key === chosen}
            onChoose={() => onChoose(model.key)}
          />
        ))}
      </div>
    </section>
  );
}
