import { Star } from 'lucide-react';
import { type AiModelKey, aiModelName } from '#domain/signals/ai-model.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { useFollowed } from './use-followed.ts';

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
      <Star className={isFollowed ? 'ic fill-current' : 'ic text-ink-3'} aria-hidden="true" />
    </button>
  );
}
