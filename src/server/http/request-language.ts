import type { FastifyRequest } from 'fastify';
import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';

/**
 * Language of a response: from the body, else from the browser, else the default language of the
 * product.
 */
export function requestLanguage(request: FastifyRequest): Language {
  const body = request.body;
  const stated = typeof body === 'object' && body !== null && 'lang' in body ? body.lang : undefined;
  return isLanguage(stated) ? stated : acceptedLanguage(request.headers['accept-language']);
}

/** RFC 9110 12.5.4: the supported language with the highest weight; the first one wins a tie. */
export function acceptedLanguage(header: string | undefined): Language {
  const ranges = (header ?? '').split(',').map((part) => {
    const [tag = '', ...params] = part.trim().split(';');
    const weight = params.map((param) => /^\s*q=([\d.]+)\s*$/.exec(param)?.[1]).find(Boolean);
    return { language: tag.slice(0, 2).toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
  });
  const best = ranges
    .filter(({ language, weight }) => isLanguage(language) && weight > 0)
    .reduce<(typeof ranges)[number] | null>((top, range) => (top && top.weight >= range.weight ? top : range), null);
  return best && isLanguage(best.language) ? best.language : defaultLanguage;
}
