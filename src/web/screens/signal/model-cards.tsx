import { Check, Lock } from 'lucide-react';
import type { WorkingStats } from '#contract/signals.ts';
import { type AiModelKey, aiModelName } from '#domain/ai-model.ts';
import { usePhrases } from '../../language/use-phrases.ts';
import { ModelFlag } from '../../ui/model-flag.tsx';
import { modelPhrase } from './model-phrases.ts';

type ModelState = WorkingStats['models'][number];

interface ModelCardsProps {
  readonly models: readonly ModelState[];
  readonly chosen: AiModelKey;
  readonly balance: number | null;
  readonly onChoose: (model: AiModelKey) => void;
}

/** Radio buttons: arrow keys move, a model that is not connected says why. */
export function ModelCards({ models, chosen, balance, onChoose }: ModelCardsProps) {
  const { t } = usePhrases();
  return (
    <section data-tour="models">
      <div className="fsec">
        <h2 id="models-title">{t('signal.choose.model')}</h2>
      </div>
      <div className="models" role="radiogroup" aria-labelledby="models-title">
        {models.map((model) => (
          <ModelCard
            key={model.key}
            model={model}
            isChosen={model.key === chosen}
            isLocked={model.key === 'vip' && balance !== null && balance <= model.minBalance}
            onChoose={() => onChoose(model.key)}
          />
        ))}
      </div>
    </section>
  );
}

interface ModelCardProps {
  readonly model: ModelState;
  readonly isChosen: boolean;
  readonly isLocked: boolean;
  readonly onChoose: () => void;
}

function ModelCard({ model, isChosen, isLocked, onChoose }: ModelCardProps) {
  const { t, f } = usePhrases();
  const { key, available } = model;
  const locked = isLocked && t('signal.choose.vipLocked', { amount: f.usd(model.minBalance) });
  return (
    <label className="model">
      <input
        className="sr"
        type="radio"
        name="ai-model"
        value={key}
        checked={isChosen}
        disabled={!available}
        onChange={onChoose}
      />
      <ModelFlag model={key} />
      <span className="nm">{aiModelName(key)}</span>
      <span className="ds">{t(`signal.models.${modelPhrase[key]}.short`)}</span>
      {isLocked ? (
        <span className="lock">
          <Lock className="ic" aria-hidden="true" />
        </span>
      ) : (
        <span className="tick">
          <Check className="ic" aria-hidden="true" />
        </span>
      )}
      <span className="st">
        <span className="t3">{available ? locked || t('signal.choose.tooFew') : t(reasonPhrase(model.reason))}</span>
      </span>
    </label>
  );
}

/** Reasons travel as codes. */
function reasonPhrase(reason: string | undefined) {
  if (reason === 'not_ready') return 'signal.choose.notReady';
  if (reason === 'no_key') return 'signal.choose.noKey';
  return 'signal.choose.notConnected';
}
