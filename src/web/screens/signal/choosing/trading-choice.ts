import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import type { Outlook, WorkingStats } from '#contract/signals.ts';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { defaultDuration, type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import { getBreakEven } from '#domain/statistics/break-even.ts';
import { type AiModelKey, aiModelKeys, isAiModelKey } from '#domain/signals/ai-model.ts';
import { type KnownModel, modelFiguresQuery } from '#web/record/figures.ts';
import { useWorkingStats } from '#web/session/working-stats.ts';
import { usePayout } from '#web/theme/site-settings.ts';
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
  const [interval, setChosenInterval] = useState<PickerDuration>(
    () => prepared.interval ?? readStored('signalInterval') ?? defaultDuration,
  );
  const [symbol, setSymbol] = useState<string | null>(() => prepared.symbol ?? recentSymbol());
  const outlook = useOutlook({ isLive: false });
  const models = useWorkingStats()?.models ?? [];
  const figures = useQuery(modelFiguresQuery).data;
  const breakEven = getBreakEven(usePayout());
  const open = openModels(models, balance);
  const wanted = wantedModel ?? preselectedModel(outlook, withoutLosing(open, figures ?? [], breakEven), interval);
  const model = connectedModel(models, wanted);
  return {
    request: { kind: 'choice', model, interval, symbol: model === 'manual' ? symbol : preparedPair(prepared, model) },
    chooseModel: (next) => {
      setWantedModel(next);
      setPrepared(nothingPrepared);
      writeStored('aiModel', next);
    },
    chooseInterval: (next) => {
      setChosenInterval(next);
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

/**
 * The model shown first: what has an edge most often at this hour; when nothing is measured, the
 * first in the picker's order that has an edge now. `models`: those that would answer.
 */
export function preselectedModel(
  outlook: Outlook | null,
  models: WorkingStats['models'],
  interval: PickerDuration,
): AiModelKey {
  const possible = prospectsIn(outlook, models)
    .filter((one) => one.interval === interval)
    .toSorted((a, b) => (b.edgeShare ?? 0) - (a.edgeShare ?? 0) || place(a) - place(b));
  const often = possible.find(({ edgeShare }) => edgeShare !== null && edgeShare > 0);
  const first = often ?? possible.find(({ hasSignal }) => hasSignal);
  return first?.aiModel ?? usualModel(models);
}

/** Without models whose shown win rate is below break-even; all, when no other searches by itself. */
export function withoutLosing(
  models: WorkingStats['models'],
  known: readonly KnownModel[],
  breakEven: number,
): WorkingStats['models'] {
  const others = models.filter((model) => {
    const evidence = getEvidence(
      model,
      known.find((one) => one.model === model.key),
    );
    return evidence.kind !== 'measured' || evidence.winRate >= breakEven;
  });
  return others.some(({ key }) => key !== 'manual') ? others : models;
}

/** The default, or the first in the picker's order that is offered and needs no pair. */
function usualModel(models: WorkingStats['models']): AiModelKey {
  const offered = aiModelKeys.filter((key) => key !== 'manual' && models.some((model) => model.key === key));
  return offered.includes('kurs_ai_v2') ? 'kurs_ai_v2' : (offered[0] ?? 'kurs_ai_v2');
}

/** In the order of the picker. */
const place = ({ aiModel }: Prospect): number => aiModelKeys.indexOf(aiModel);

/** Deselects a model that is not connected. */
function connectedModel(models: WorkingStats['models'], wanted: AiModelKey): AiModelKey {
  const isConnected = models.find(({ key }) => key === wanted)?.available ?? true;
  return isConnected ? wanted : (models.find(({ available }) => available)?.key ?? wanted);
}

/** The pair that an alert was about, as long as its model is chosen. */
const preparedPair = ({ model, symbol }: PreparedChoice, chosen: AiModelKey): string | null =>
  model === chosen ? symbol : null;
