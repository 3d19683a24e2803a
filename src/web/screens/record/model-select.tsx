import { type AiModelKey, aiModelName, isAiModelKey } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Select } from '#web/ui/select.tsx';

interface ModelSelectProps {
  readonly models: readonly AiModelKey[];
  readonly chosen: AiModelKey | null;
  /** Label of the option for all models; absent: there is no such option. */
  readonly all?: string;
  readonly onChoose: (model: AiModelKey | null) => void;
}

export function ModelSelect({ models, chosen, all, onChoose }: ModelSelectProps) {
  const { t } = usePhrases();
  return (
    <Select
      label={t('record.calibration.choose')}
      value={chosen ?? ''}
      options={[
        ...(all !== undefined || chosen === null ? [['', all ?? '–'] as const] : []),
        ...models.map((model) => [model, aiModelName(model)] as const),
      ]}
      onChoose={(model) => onChoose(isAiModelKey(model) ? model : null)}
    />
  );
}
