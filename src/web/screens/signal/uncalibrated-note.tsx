import { Scale } from 'lucide-react';
import type { AiModelKey } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { isCalibratedOnFeeds } from '#web/record/feed-calibration.tsx';
import { Note } from '#web/ui/note.tsx';
import { useModelFigures } from './use-model-figures.ts';

/** Stands beside a model whose probability was not calibrated on the running feed yet. */
export function UncalibratedNote({ model }: { readonly model: AiModelKey }) {
  const { t } = usePhrases();
  const figures = useModelFigures()?.find(({ aiModel }) => aiModel === model);
  if (!figures || figures.calibration || !isCalibratedOnFeeds(figures)) return null;
  return <Note icon={Scale}>{t('calibration.none')}</Note>;
}
