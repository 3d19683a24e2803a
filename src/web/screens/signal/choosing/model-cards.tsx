import { useQuery } from '@tanstack/react-query';
import { Check, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Outlook, WorkingStats } from '#contract/signals.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { marketSessionAt } from '#domain/market/market-session.ts';
import { type AiModelKey, aiModelName, calibratedFrom, isLlmModelKey } from '#domain/signals/ai-model.ts';
import { getBreakEven } from '#domain/statistics/break-even.ts';
import { serverClock } from '#web/api/server-clock.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { findRated, type KnownModel, modelFiguresQuery } from '#web/record/figures.ts';
import { usePayout } from '#web/theme/site-settings.ts';
import { ModelFlag } from '#web/ui/model-flag.tsx';
import { getProspect, isLocked } from '../use-outlook.ts';

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
  const figures = useQuery(modelFiguresQuery).data;
  const breakEven = getBreakEven(usePayout());
  const cards = models
    .map((model) => ({
      model,
      evidence: figures
        ? getEvidence(
            model,
            figures.find((one) => one.model === model.key),
          )
        : null,
      state: modelState({ model, outlook, duration, balance }),
    }))
    .toSorted((a, b) => statePlace(a.state) - statePlace(b.state));
  const tested = cards.flatMap(({ evidence }) => (evidence?.kind === 'tested' ? [evidence.card] : []))[0];
  return (
    <section data-tour="models">
      <div className="fsec justify-between">
        <h2 id="models-title">{t('signal.choose.model')}</h2>
        <span className="text-13 text-ink-3">{t('signal.choose.breakEven', { percent: f.percent(breakEven, 1) })}</span>
      </div>
      {tested && (
        <p className="text-13 text-ink-3 mb-3">
          {t('signal.choose.testsNote', { months: f.months(Date.parse(tested.from), Date.parse(tested.to)) })}
        </p>
      )}
      <div className="models" role="radiogroup" aria-labelledby="models-title">
        {cards.map(({ model, evidence, state }) => (
          <ModelCard
            key={model.key}
            model={model}
            evidence={evidence}
            state={state}
            duration={duration}
            edgeShare={getProspect(outlook, model.key, duration)?.edgeShare ?? null}
            isChosen={model.key === chosen}
            onChoose={() => onChoose(model.key)}
          />
        ))}
      </div>
    </section>
  );
}

/** What a model would answer right now, in the order of the picker. */
const modelStates = ['ready', 'always', 'onRequest', 'quiet', 'resumes', 'locked', 'notConnected'] as const;
type ModelStateKind = (typeof modelStates)[number];

interface ModelState {
  readonly kind: ModelStateKind;
  /** Of `resumes`: when its signals return, milliseconds. */
  readonly at: number | null;
}

interface Question {
  readonly model: WorkingStats['models'][number];
  readonly outlook: Outlook | null;
  readonly duration: PickerDuration;
  /** Null: unknown; the server decides. */
  readonly balance: number | null;
}

/** Null: not known yet. */
export function modelState({ model, outlook, duration, balance }: Question): ModelState | null {
  const state = (kind: ModelStateKind, at: number | null = null): ModelState => ({ kind, at });
  if (!model.available) return state('notConnected');
  if (isLocked(model, balance)) return state('locked');
  if (model.key === 'manual') return state('always');
  if (isLlmModelKey(model.key)) return state('onRequest');
  const prospect = getProspect(outlook, model.key, duration);
  if (!outlook || !prospect) return null;
  if (prospect.hasSignal) return state('ready');
  const resumesAt = prospect.reason === 'thin_hours' ? outlook.resumesAt : null;
  return resumesAt === null ? state('quiet') : state('resumes', Date.parse(resumesAt));
}

/** Those that would answer first; in the catalogue's order within each state. */
export const statePlace = (state: ModelState | null): number =>
  state === null ? modelStates.indexOf('quiet') : modelStates.indexOf(state.kind);

type Card = NonNullable<KnownModel['card']>;

/** Evidence of a model's win rate for its card. */
type ModelEvidence =
  /** A share from 0 to 1. */
  | { readonly kind: 'measured'; readonly winRate: number }
  /** On quotes held out from its training, by its card. */
  | { readonly kind: 'tested'; readonly card: Card }
  | { readonly kind: 'notCalibrated'; readonly settled: number }
  | { readonly kind: 'tooFew' };

interface ModelCardProps {
  readonly model: WorkingStats['models'][number];
  /** Null: not loaded yet. */
  readonly evidence: ModelEvidence | null;
  /** Null: not known yet. */
  readonly state: ModelState | null;
  readonly duration: PickerDuration;
  /** How often it has an edge at this hour; null: not measured. */
  readonly edgeShare: number | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/** One figure and one line; the interval and what stands behind it are in the info dialog. */
function ModelCard({ model, evidence, state, duration, edgeShare, isChosen, onChoose }: ModelCardProps) {
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
      <span className="ds tabular-nums">{useFigureText({ model, evidence, duration, edgeShare })}</span>
      {state?.kind === 'locked' ? (
        <span className="lock">
          <Lock className="ic" />
        </span>
      ) : (
        <span className="tick">
          <Check className="ic" />
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

type FigureProps = Pick<ModelCardProps, 'model' | 'evidence' | 'duration' | 'edgeShare'>;

/** How many won, and how often there is a signal; otherwise why there is no figure. */
function useFigureText({ model, evidence, duration, edgeShare }: FigureProps): string {
  const { t, f } = usePhrases();
  const tests = evidence?.kind === 'tested' ? getTests(evidence.card, duration, serverClock.now()) : null;
  const frequency = useEdgeFrequency(tests ? tests.edgeShare : edgeShare);
  if (!model.available) return t(reasonPhrase(model.reason));
  if (evidence?.kind === 'notCalibrated') return t('signal.choose.notCalibrated', { count: evidence.settled });
  const winRate = evidence?.kind === 'measured' ? evidence.winRate : (tests?.winRate ?? null);
  const wins =
    winRate === null
      ? evidence?.kind === 'tooFew' && t('signal.choose.tooFew')
      : t('signal.choose.wins', { percent: f.percent(winRate, 1) });
  const figures = [wins, frequency].filter(Boolean).join(' · ');
  return tests ? t('signal.choose.tests', { figures }) : figures;
}

/** Shares of 1: the win rate by day, and how often it had an edge in this part of the day; null: not measured. */
export const getTests = ({ byDay, signalMinutes }: Card, duration: PickerDuration, now: number) => {
  const day = byDay.find((one) => one.duration === duration);
  return {
    winRate: (day?.calibrated ?? day)?.real ?? null,
    edgeShare: signalMinutes.find((one) => one.duration === duration)?.[marketSessionAt(now)] ?? null,
  };
};

/** Above this interval no number of minutes is stated: an hour has only 60. */
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

/** The server sends reasons as codes. */
function reasonPhrase(reason: string | undefined) {
  if (reason === 'not_ready') return 'signal.choose.notReady';
  if (reason === 'no_key') return 'signal.choose.noKey';
  return 'signal.choose.noAnswer';
}

/**
 * Signals issued to users, because they are what a user gets, otherwise what it states by the clock
 * alone. Never adds both; below 100 outcomes the tests of its card.
 */
export function getEvidence(
  { settledAnswers }: Pick<WorkingStats['models'][number], 'settledAnswers'>,
  known: KnownModel | undefined,
): ModelEvidence {
  if (settledAnswers !== undefined && settledAnswers < calibratedFrom)
    return { kind: 'notCalibrated', settled: settledAnswers };
  const winRate = known?.figures ? (findRated(known.figures)?.winRate ?? null) : null;
  if (winRate !== null) return { kind: 'measured', winRate };
  return known?.card ? { kind: 'tested', card: known.card } : { kind: 'tooFew' };
}
