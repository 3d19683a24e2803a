import { Star } from 'lucide-react';
import { type AiModelKey, aiModelKeys, aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { useStored, writeStored } from '../storage/stored.ts';

/** Follows a model: pressed and filled once followed. */
export function FollowStar({ model }: { model: AiModelKey }) {
  const { t } = usePhrases();
  const { has, toggle } = useFollowed();
  const isFollowed = has(model);
  return (
    <button
      type="button"
      className="ibtn bare shrink-0"
      aria-pressed={isFollowed}
      aria-label={t('record.follow', { model: aiModelName(model) })}
      onClick={() => toggle(model)}
    >
      <Star className={isFollowed ? 'ic fill-current' : 'ic text-ink-3'} />
    </button>
  );
}

/** Models that the user follows in this browser; none while pages are prerendered. */
export function useFollowed(): { has: (model: AiModelKey) => boolean; toggle: (model: AiModelKey) => void } {
  const list = useStored('followed-models')?.split(',') ?? [];
  const has = (model: AiModelKey): boolean => list.includes(model);
  const toggle = (model: AiModelKey): void => {
    const followed = aiModelKeys.filter((key) => has(key) !== (key === model));
    writeStored('followed-models', followed.join(',') || null);
  };
  return { has, toggle };
}
