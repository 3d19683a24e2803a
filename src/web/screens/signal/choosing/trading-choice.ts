import { useState } from 'react';
import { useLocation } from 'react-router';
import { isSymbol } from '#domain/market/currency-pair.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { defaultDuration, type PickerDuration } from '#domain/market/duration.ts';
import { useWorkingStats } from '#web/session/use-working-stats.ts';
import { readStored, writeStored } from '#web/storage/stored.ts';
import type { ChoiceRequest } from '../signal-request.ts';
import { useOutlook } from '../use-outlook.ts';
import { nothingPrepared, type PreparedChoice, readPreparedChoice } from './prepared-choice.ts';
import { preselectedModel } from './preselected-model.ts';

export interface TradingChoice {
  readonly request: ChoiceRequest;
  readonly chooseModel: (model: AiModelKey) => void;
  readonly chooseInterval: (interval: PickerDuration) => void;
  readonly chooseSymbol: (symbol: string) => void;
}

/** Model, expiration and pair: as the link of an alert chose them, otherwise saved in the browser. */
export function useTradingChoice(): TradingChoice {
  const { search } = useLocation();
  const [prepared, setPrepared] = useState(() => readPreparedChoice(search));
  const [wanted, setModel] = useState<AiModelKey | null>(() => prepared.model ?? readStored('aiModel'));
  const [interval, setInterval] = useState<PickerDuration>(
    () => prepared.interval ?? readStored('signalInterval') ?? defaultDuration,
  );
  const [symbol, setSymbol] = useState<string | null>(() => prepared.symbol ?? recentSymbol());
  const outlook = useOutlook(interval, false);
  const model = useConnectedModel(wanted ?? preselectedModel(outlook));
  return {
    request: { kind: 'choice', model, interval, symbol: model === 'manual' ? symbol : pairOf(prepared, model) },
    chooseModel: (next) => {
      setModel(next);
      setPrepared(nothingPrepared);
      writeStored('aiModel', next);
    },
    chooseInterval: (next) => {
      setInterval(next);
      writeStored('signalInterval', next);
    },
    chooseSymbol: (next) => {
      setSymbol(next);
      writeStored('manualSymbol', next);
    },
  };
}

/** The pair that an alert was about, as long as its model is chosen. */
const pairOf = ({ model, symbol }: PreparedChoice, chosen: AiModelKey): string | null =>
  model === chosen ? symbol : null;

/** Deselects a model that is not connected. */
function useConnectedModel(wanted: AiModelKey): AiModelKey {
  const models = useWorkingStats().data?.models ?? [];
  const isConnected = (key: AiModelKey): boolean => models.find((model) => model.key === key)?.available ?? true;
  return isConnected(wanted) ? wanted : (models.find(({ available }) => available)?.key ?? wanted);
}

function recentSymbol(): string | null {
  const symbol = readStored('manualSymbol');
  return isSymbol(symbol) ? symbol : null;
}
