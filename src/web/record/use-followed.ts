import { type AiModelKey, aiModelKeys } from '#domain/signals/ai-model.ts';
import { writeStored } from '../storage/stored.ts';
import { useStored } from '../storage/use-stored.ts';

export interface Followed {
  readonly has: (model: AiModelKey) => boolean;
  readonly toggle: (model: AiModelKey) => void;
}

/** Models that the user follows in this browser; none while pages are prerendered. */
export function useFollowed(): Followed {
  const list = useStored('followed-models')?.split(',') ?? [];
  const has = (model: AiModelKey): boolean => list.includes(model);
  const toggle = (model: AiModelKey): void => {
    const followed = aiModelKeys.filter((key) => has(key) !== (key === model));
    writeStored('followed-models', followed.join(',') || null);
  };
  return { has, toggle };
}
