import { isSymbol } from '#domain/market/currency-pair.ts';
import { type PickerDuration, pickerDurations } from '#domain/market/duration.ts';
import { type AiModelKey, isAiModelKey } from '#domain/signals/ai-model.ts';

/** What the link of an alert chooses; null: nothing, or nothing that exists. */
export interface PreparedChoice {
  readonly model: AiModelKey | null;
  readonly interval: PickerDuration | null;
  readonly symbol: string | null;
}

export const nothingPrepared: PreparedChoice = { model: null, interval: null, symbol: null };

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
