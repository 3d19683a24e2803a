import { Check, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WorkingStats } from '#contract/signals.ts';
import { aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { useEdgeFrequency } from './edge-frequency.ts';
import type { ModelEvidence } from './model-evidence.ts';
import type { ModelState } from './model-state.ts';

interface ModelCardProps {
  readonly model: WorkingStats['models'][number];
  /** Null: not loaded yet. */
  readonly evidence: ModelEvidence | null;
  /** Null: not known yet. */
  readonly state: ModelState | null;
  /** How often it has an edge at this hour; null: not measured. */
  readonly edgeShare: number | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** One figure and one line; the interval and what stands behind it are in the info dialog. */
export function ModelCard({ model, evidence, state, edgeShare, isChosen, onChoose }: ModelCardProps) {
  const { key, available } = model;
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
        {aiModelName(key)} {state && <StateText model={model} state={state} />}
      </span>
      <span className="ds tabular-nums">
        <Figure model={model} evidence={evidence} edgeShare={edgeShare} />
      </span>
      {state?.kind === 'locked' ? (
        <span className="lock">
          <Lock className="ic" aria-hidden="true" />
        </span>
      ) : (
        <span className="tick">
          <Check className="ic" aria-hidden="true" />
        </span>
      )}
    </label>
  );
}

function StateText({ model, state }: { model: WorkingStats['models'][number]; state: ModelState }): ReactNode {
  const { t, f } = usePhrases();
  const texts = {
    ready: t('signal.choose.state.ready'),
    always: t('signal.choose.state.always'),
    onRequest: t('signal.choose.state.onRequest'),
    quiet: t('signal.choose.state.quiet'),
    resumes: t('signal.choose.state.resumes', { time: state.at === null ? '' : f.clock(state.at) }),
    locked: t('signal.choose.vipLocked', { amount: f.usd(model.minBalance) }),
    notConnected: t('signal.choose.notConnected'),
  };
  return <span className={`now ${state.kind}`}>{texts[state.kind]}</span>;
}

type FigureProps = Pick<ModelCardProps, 'model' | 'evidence' | 'edgeShare'>;

/** How many of 100 won, and how often there is a signal; otherwise why there is no figure. */
function Figure({ model, evidence, edgeShare }: FigureProps): ReactNode {
  const { t } = usePhrases();
  const frequency = useEdgeFrequency(edgeShare);
  if (!model.available) return t(reasonPhrase(model.reason));
  if (evidence?.kind === 'notCalibrated') return t('signal.choose.notCalibrated', { count: evidence.settled });
  const wins =
    evidence?.kind === 'measured'
      ? t('signal.choose.wins', { n: Math.round(100 * evidence.winRate) })
      : evidence && t('signal.choose.tooFew');
  return [wins, frequency].filter(Boolean).join(' · ');
}

/** The server sends reasons as codes. */
function reasonPhrase(reason: string | undefined) {
  if (reason === 'not_ready') return 'signal.choose.notReady';
  if (reason === 'no_key') return 'signal.choose.noKey';
  return 'signal.choose.noAnswer';
}
