import { type AiModelKey, aiModelName, isAiModelKey } from '#domain/signals/ai-model.ts';
import { Select } from '#web/ui/select.tsx';

interface ModelSelectProps {
  readonly label: string;
  readonly models: readonly AiModelKey[];
  readonly chosen: AiModelKey | null;
  /** Label of the option for all models; absent: there is no such option. */
  readonly all?: string;
  readonly onChoose: (model: AiModelKey | null) => void;
}

export const ModelSelect = ({ label, models, chosen, all, onChoose }: ModelSelectProps) => (
  <Select
    label={label}
    value={chosen ?? ''}
    options={[
      ...(all !== undefined || chosen === null ? [['', all ?? '–'] as const] : []),
      ...models.map((model) => [model, aiModelName(model)] as const),
    ]}
    onChoose={(model) => onChoose(isAiModelKey(model) ? model : null)}
  />
);
