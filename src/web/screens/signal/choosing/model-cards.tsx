import type { Outlook, WorkingStats } from '#contract/signals.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { PlayedNote } from '#web/record/played-note.tsx';
import { useRecordSummary } from '#web/record/use-record-summary.ts';
import { ModelCard } from './model-card.tsx';
import { evidenceOf, evidenceScale, pastResultOf } from './model-evidence.ts';
import { prospectOf } from '../outlook-edge.ts';
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

/** Radio buttons with arrow keys; a model that is not connected shows the reason. */
export function ModelCards({ models, outlook, chosen, duration, balance, onChoose }: ModelCardsProps) {
  const { t, f } = usePhrases();
  const figures = useModelFigures();
  const played = useRecordSummary()?.played ?? null;
  const cards = answeringFirst(models).map((model) => {
    const own = figures?.find(({ aiModel }) => aiModel === model.key);
    const prospect = prospectOf(outlook, model.key, duration);
    return { model, evidence: evidenceOf(model, own), past: pastResultOf(own, duration), prospect };
  });
  const line = evidenceScale(
    cards.map(({ evidence }) => evidence),
    figures?.[0]?.breakEven,
  );
  const isShadow = cards.some(({ evidence }) => evidence.kind === 'measured' && evidence.of === 'shadow');
  return (
    <section data-tour="models">
      <div className="fsec justify-between">
        <h2 id="models-title">{t('signal.choose.model')}</h2>
        {line && (
          <span className="text-13 text-ink-3 phone:hidden">
            {t('signal.choose.legend', { breakEven: f.percent(line.breakEven, 1) })}
          </span>
        )}
      </div>
      <div className="models" role="radiogroup" aria-labelledby="models-title">
        {cards.map(({ model, evidence, past, prospect }) => (
          <ModelCard
            key={model.key}
            model={model}
            evidence={evidence}
            past={past}
            line={line}
            prospect={prospect}
            isChosen={model.key === chosen}
            isLocked={model.key === 'vip' && balance !== null && balance <= model.minBalance}
            onChoose={() => onChoose(model.key)}
          />
        ))}
      </div>
      {isShadow && <PlayedNote className="mt-4" played={played} />}
    </section>
  );
}

/** Models that cannot answer stand last. */
const answeringFirst = (models: WorkingStats['models']): WorkingStats['models'] =>
  models.toSorted((a, b) => Number(b.available) - Number(a.available));
