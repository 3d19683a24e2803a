import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { ModelFigures } from '#contract/record/record.ts';
import type { Outlook, WorkingStats } from '#contract/signals.ts';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { defaultDuration, type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import { type AiModelKey, aiModelKeys, isAiModelKey } from '#domain/signals/ai-model.ts';
import { modelFiguresQuery } from '#web/record/model-figures.ts';
import { useWorkingStats } from '#web/session/working-stats.ts';
import { readStored, writeStored } from '#web/storage/stored.ts';
import { openModels, type Prospect, prospectsIn, useOutlook } from '../use-outlook.ts';
import type { ChoiceRequest } from '../signal-request.ts';
import { getEvidence } from './model-cards.tsx';

export interface TradingChoice {
  readonly request: ChoiceRequest;
  readonly chooseModel: (model: AiModelKey) => void;
  readonly chooseInterval: (interval: PickerDuration) => void;
  readonly chooseSymbol: (symbol: string) => void;
}

/** What the link of an alert chooses; null: nothing, or nothing that exists. */
interface PreparedChoice {
  readonly model: AiModelKey | null;
  readonly interval: PickerDuration | null;
  readonly symbol: string | null;
}

const nothingPrepared: PreparedChoice = { model: null, interval: null, symbol: null };

/** Model, expiration and pair: as the link of an alert chose them, otherwise saved in the browser. */
export function useTradingChoice(balance: number | null): TradingChoice {
  const { search } = useLocation();
  const [prepared, setPrepared] = useState(() => parsePreparedChoice(search));
  const [wantedModel, setWantedModel] = useState<AiModelKey | null>(() => prepared.model ?? readStored('aiModel'));
  const [wantedInterval, setWantedInterval] = useState<PickerDuration | null>(
    () => prepared.interval ?? readStored('signalInterval'),
  );
  const [symbol, setSymbol] = useState<string | null>(() => prepared.symbol ?? recentSymbol());
  const outlook = useOutlook({ isLive: false });
  const models = useWorkingStats()?.models ?? [];
  const figures = useQuery(modelFiguresQuery).data;
  const open = openModels(models, balance);
  const first = preselectedChoice(outlook, wantedModel ? open : withoutLosing(open, figures ?? []), {
    model: wantedModel,
    interval: wantedInterval,
  });
  const model = connectedModel(models, first.model);
  const { interval } = first;
  return {
    request: { kind: 'choice', model, interval, symbol: model === 'manual' ? symbol : preparedPair(prepared, model) },
    chooseModel: (next) => {
      setWantedModel(next);
      setPrepared(nothingPrepared);
      writeStored('aiModel', next);
    },
    chooseInterval: (next) => {
      setWantedInterval(next);
      writeStored('signalInterval', next);
    },
    chooseSymbol: (next) => {
      setSymbol(next);
      writeStored('manualSymbol', next);
    },
  };
}

/** `search`: of the address, such as `?model=kurs_ai_v2&pair=EURUSD&duration=5`. */
export function parsePreparedChoice(search: string): PreparedChoice {
  const query = new URLSearchParams(search);
  const [model, pair, duration] = ['model', 'pair', 'duration'].map((name) => query.get(name));
  return {
    model: isAiModelKey(model) ? model : null,
    interval: pickerDurations.find((one) => String(one) === duration) ?? null,
    symbol: isSymbol(pair) ? pair : null,
  };
}

function recentSymbol(): string | null {
  const symbol = readStored('manualSymbol');
  return isSymbol(symbol) ? symbol : null;
}

/** What the user has chosen already; null: not yet. */
type Chosen = Omit<PreparedChoice, 'symbol'>;

/**
 * The choice shown first: what has an edge most often at this hour; when nothing is measured, the
 * first model in the picker's order that has an edge now. `models`: those that would answer.
 */
export function preselectedChoice(
  outlook: Outlook | null,
  models: WorkingStats['models'],
  { model, interval }: Chosen,
): { readonly model: AiModelKey; readonly interval: PickerDuration } {
  const possible = prospectsIn(outlook, models).filter(
    (one) => (model ?? one.aiModel) === one.aiModel && (interval ?? one.interval) === one.interval,
  );
  const often = possible
    .filter(({ edgeShare }) => edgeShare !== null && edgeShare > 0)
    .toSorted((a, b) => (b.edgeShare ?? 0) - (a.edgeShare ?? 0) || place(a) - place(b))[0];
  const usual = interval ?? defaultDuration;
  if (often) return { model: model ?? often.aiModel, interval: interval ?? often.interval };
  const seeing = possible
    .filter((one) => one.hasSignal && one.interval === usual)
    .toSorted((a, b) => place(a) - place(b))[0];
  return { model: model ?? seeing?.aiModel ?? usualModel(models), interval: usual };
}

/** Without models whose shown win rate is below break-even; all, when no other searches by itself. */
export function withoutLosing(
  models: WorkingStats['models'],
  figures: readonly ModelFigures[],
): WorkingStats['models'] {
  const others = models.filter((model) => {
    const own = figures.find(({ aiModel }) => aiModel === model.key);
    const evidence = getEvidence(model, own);
    return evidence.kind !== 'measured' || !own || evidence.winRate >= own.breakEven;
  });
  return others.some(({ key }) => key !== 'manual') ? others : models;
}

/** The default, or the first in the picker's order that is offered and needs no pair. */
function usualModel(models: WorkingStats['models']): AiModelKey {
  const offered = aiModelKeys.filter((key) => key !== 'manual' && models.some((model) => model.key === key));
  return offered.includes('kurs_ai_v2') ? 'kurs_ai_v2' : (offered[0] ?? 'kurs_ai_v2');
}

/** In the order of the picker, the usual duration first. */
const place = ({ aiModel, interval }: Prospect): number =>
  10 * aiModelKeys.indexOf(aiModel) + (interval === defaultDuration ? 0 : 1);

/** Deselects a model that is not connected. */
function connectedModel(models: WorkingStats['models'], wanted: AiModelKey): AiModelKey {
  const isConnected = models.find(({ key }) => key === wanted)?.available ?? true;
  return isConnected ? wanted : (models.find(({ available }) => available)?.key ?? wanted);
}

/** The pair that an alert was about, as long as its model is chosen. */
const preparedPair = ({ model, symbol }: PreparedChoice, chosen: AiModelKey): string | null =>
  model === chosen ? symbol : null;
