import { Check, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Outlook, WorkingStats } from '#contract/signals.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { getEvidence, type ModelEvidence } from './model-evidence.ts';
import { modelState, type ModelState, statePlace } from './model-state.ts';
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
function ModelCard({ model, evidence, state, edgeShare, isChosen, onChoose }: ModelCardProps) {
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

/** Rarer than this, in minutes, no number of minutes is stated: the hour has no more of them. */
const longestWait = 60;
/** From this share on, there is a signal in almost every minute. */
const almostAlways = 0.9;

/** How often a model has had an edge at this hour of the day, in words. Null: not measured yet. */
export function useEdgeFrequency(share: number | null): string | null {
  const { t, f } = usePhrases();
  if (share === null) return null;
  if (share === 0) return t('signal.choose.edge.none');
  if (share >= almostAlways) return t('signal.choose.edge.always');
  const count = Math.round(1 / share);
  if (count > longestWait) return t('signal.choose.edge.rare');
  return t('signal.choose.edge.every', { n: f.count(count) });
}
