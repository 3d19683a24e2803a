/**
 * Passages that look like advertising, as written: addresses, handles, phone numbers, promises of a
 * hit rate.
 */
export function advertisingSigns(text: string): string[] {
  const found = signs.flatMap((sign) => [...text.matchAll(sign)].map(([match]) => match.trim()));
  return [...new Set(found)].slice(0, maxShown);
}

const maxShown = 5;

const signs: readonly RegExp[] = [
  /(?:https?:\/\/|www\.)\S+/giu,
  /(?<![\p{L}\p{N}@.])[\p{L}\p{N}-]+\.(?:com|net|org|io|me|ru|ua|top|xyz|biz|info|online|shop|pro)\b(?:\/\S*)?/giu,
  /(?<![\p{L}\p{N}.])@[\p{L}\p{N}_]{3,}/giu,
  /(?:\+|\b)\d[\d ()-]{8,}\d/gu,
  /(?:телеграм|telegram|канал\p{L}*|промокод\p{L}*|promo ?code|посилання в профілі|ссылка в профиле|link in (?:the )?bio)/giu,
  /\b(?:8\d|9\d|100)\s?%/gu,
];
