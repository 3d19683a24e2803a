import { useState } from 'react';
import { useLocation } from 'react-router';
import type { WorkingStats } from '#contract/prices.ts';
import { isSymbol } from '#domain/market/currency-pair.ts';
import { defaultDuration, type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import { type AiModelKey, isAiModelKey } from '#domain/signals/ai-model.ts';
import { useWorkingStats } from '#web/session/working-stats.ts';
import { readStored, writeStored } from '#web/storage/stored.ts';
import type { ChoiceRequest } from '../signal-request.ts';

export interface TradingChoice {
  readonly request: ChoiceRequest;
  /** The pair of the manual model, also while another is chosen; null: none yet. */
  readonly manualSymbol: string | null;
  readonly chooseModel: (model: AiModelKey) => void;
  readonly chooseInterval: (interval: PickerDuration) => void;
  readonly chooseSymbol: (symbol: string) => void;
}

/** The choice in the link of an alert; null: none, or none that exists. */
interface PreparedChoice {
  readonly model: AiModelKey | null;
  readonly interval: PickerDuration | null;
  readonly symbol: string | null;
}

const nothingPrepared: PreparedChoice = { model: null, interval: null, symbol: null };

/** Model, expiration and pair: as the link of an alert chose them, otherwise saved in the browser. */
export function useTradingChoice(): TradingChoice {
  const { search } = useLocation();
  const [prepared, setPrepared] = useState(() => parsePreparedChoice(search));
  const [wanted, setWanted] = useState<AiModelKey>(() => prepared.model ?? readStored('aiModel') ?? 'kurs_ai_v2');
  const [interval, setChosenInterval] = useState<PickerDuration>(
    () => prepared.interval ?? readStored('signalInterval') ?? defaultDuration,
  );
  const [symbol, setSymbol] = useState<string | null>(() => prepared.symbol ?? recentSymbol());
  const model = connectedModel(useWorkingStats()?.models ?? [], wanted);
  return {
    request: { kind: 'choice', model, interval, symbol: model === 'manual' ? symbol : preparedPair(prepared, model) },
    manualSymbol: symbol,
    chooseModel: (next) => {
      setWanted(next);
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

/** Deselects a model that is not connected. */
function connectedModel(models: WorkingStats['models'], wanted: AiModelKey): AiModelKey {
  const isConnected = models.find(({ key }) => key === wanted)?.available ?? true;
  return isConnected ? wanted : (models.find(({ available }) => available)?.key ?? wanted);
}

/** The pair that an alert was about, as long as its model is chosen. */
const preparedPair = ({ model, symbol }: PreparedChoice, chosen: AiModelKey): string | null =>
  model === chosen ? symbol : null;
