import { Clock } from 'lucide-react';
import { cards as en } from '#content/wiki/cards/en.ts';
import { cards as ru } from '#content/wiki/cards/ru.ts';
import { cards as uk } from '#content/wiki/cards/uk.ts';
import type { WikiCards } from '#content/wiki/wiki-article.ts';
import type { Language } from '#domain/language.ts';
import { usePhrases } from '../language/use-phrases.ts';

export function ReadingTime({ minutes }: { minutes: number }) {
  const { t } = usePhrases();
  return (
    <span className="flex items-center gap-2 text-13 text-ink-3">
      <Clock className="ic" size={16} />
      {t('instruction.wiki.minutes', { minutes })}
    </span>
  );
}

export const wikiCards: Readonly<Record<Language, WikiCards>> = { uk, en, ru };
