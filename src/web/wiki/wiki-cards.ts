import type { Language } from '#domain/language.ts';
import type { WikiCards } from '#content/wiki/wiki-article.ts';
import { cards as en } from '#content/wiki/cards/en.ts';
import { cards as ru } from '#content/wiki/cards/ru.ts';
import { cards as uk } from '#content/wiki/cards/uk.ts';

export const wikiCards: Readonly<Record<Language, WikiCards>> = { uk, en, ru };
