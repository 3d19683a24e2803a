import { Check, Lock } from 'lucide-react';
import type { WorkingStats } from '#contract/signals.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import type { Prospect } from '../outlook-edge.ts';
import { EdgeFrequency } from './edge-frequency.tsx';
import type { EvidenceLine, ModelEvidence, PastResult } from './model-evidence.ts';
import { modelPhrase } from './model-phrases.ts';
import { ModelStanding } from './model-standing.tsx';

interface ModelCardProps {
  readonly model: WorkingStats['models'][number];
  readonly evidence: ModelEvidence;
  /** Null: the model has no card. */
  readonly past: PastResult | null;
  readonly line: EvidenceLine | null;
  /** What it sees now for the chosen duration; null: it answers only when it is asked. */
  readonly prospect: Prospect | null;
  readonly isChosen: boolean;
  readonly isLocked: boolean;
  readonly onChoose: () => void;
}

export function ModelCard({ model, evidence, past, line, prospect, isChosen, isLocked, onChoose }: ModelCardProps) {
  const { t, f } = usePhrases();
  const { key, available } = model;
  const locked = t('signal.choose.vipLocked', { amount: f.usd(model.minBalance) });
  const isStanding = available && !(isLocked && evidence.kind !== 'measured');
  return (
    <label className="model">
      <input
        className="sr-only"
        type="radio"
        name="ai-model"
        value={key}
        checked={isChosen}
        disabled={!available}
        onChange={onChoose}
      />
      <ModelFlag model={key} />
      <span className="nm">
        {aiModelName(key)} {prospect?.hasSignal && <span className="sees">{t('signal.choose.seesEdge')}</span>}
      </span>
      <span className="ds">{t(`signal.models.${modelPhrase[key]}.short`)}</span>
      {isLocked ? (
        <span className="lock" title={locked}>
          <Lock className="ic" aria-hidden="true" />
          {isStanding && <span className="sr-only">{locked}</span>}
        </span>
      ) : (
        <span className="tick">
          <Check className="ic" aria-hidden="true" />
        </span>
      )}
      {(!isStanding || evidence.kind !== 'tooFew' || !past) && (
        <span className="st">
          {isStanding ? (
            <ModelStanding evidence={evidence} line={line} />
          ) : (
            <span className="text-ink-3">{available ? locked : t(reasonPhrase(model.reason))}</span>
          )}
        </span>
      )}
      {available && prospect && (
        <span className="freq text-13 text-ink-2 tabular-nums">
          <EdgeFrequency share={prospect.edgeShare} />
        </span>
      )}
      {available && past && <ModelPast past={past} />}
    </label>
  );
}

/** The server sends reasons as codes. */
function reasonPhrase(reason: string | undefined) {
  if (reason === 'not_ready') return 'signal.choose.notReady';
  if (reason === 'no_key') return 'signal.choose.noKey';
  return 'signal.choose.notConnected';
}

/** What the model's card states for the chosen duration, marked as past data. */
function ModelPast({ past: { from, to, rate } }: { readonly past: PastResult }) {
  const { t, f } = usePhrases();
  const months = f.months(from, to);
  return (
    <span className="past text-13 text-ink-3 tabular-nums">
      {rate === null
        ? t('signal.choose.pastNoEdge', { months })
        : t('signal.choose.past', { months, rate: f.exact(rate * 100, 1) })}
    </span>
  );
}
