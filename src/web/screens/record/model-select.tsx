import { ChevronDown } from 'lucide-react';
import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';

interface ModelSelectProps {
  readonly label: string;
  readonly models: readonly AiModelKey[];
  readonly chosen: AiModelKey | null;
  /** Label of the option for all models; absent: there is no such option. */
  readonly all?: string;
  readonly onChoose: (model: string) => void;
}

export function ModelSelect({ label, models, chosen, all, onChoose }: ModelSelectProps) {
  return (
    <div className="sel">
      <select aria-label={label} value={chosen ?? ''} onChange={({ target }) => onChoose(target.value)}>
        {(all !== undefined || chosen === null) && <option value="">{all ?? '–'}</option>}
        {models.map((model) => (
          <option key={model} value={model}>
            {aiModelName(model)}
          </option>
        ))}
      </select>
      <ChevronDown className="ic" />
    </div>
  );
}
