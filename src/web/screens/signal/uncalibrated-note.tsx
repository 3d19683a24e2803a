import { Scale } from 'lucide-react';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { isCalibratedOnFeeds } from '#web/record/feed-calibration.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { useModelFigures } from './use-model-figures.ts';

/**
 * Stands beside a model whose probability was not calibrated on the running feed yet; beside the
 * manual one, which passes on what others state, while none of them was.
 */
export function UncalibratedNote({ model }: { readonly model: AiModelKey }) {
  const { t } = usePhrases();
  const isManual = model === 'manual';
  const stating = useModelFigures()?.filter(
    (figures) => isCalibratedOnFeeds(figures) && (isManual || figures.aiModel === model),
  );
  if (!stating || stating.length === 0 || stating.some(({ calibration }) => calibration !== null)) return null;
  return <Note icon={Scale}>{t(isManual ? 'calibration.noneOfAll' : 'calibration.none')}</Note>;
}
