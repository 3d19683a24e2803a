import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLanguage, type Language } from '#domain/language.ts';
import { pagePolicy } from '../guards/security-headers.ts';
import { acceptedLanguage } from '../request-language.ts';

/** A page without scripts and files, which stands while no other is served. */
interface PlainPage {
  readonly status: number;
  readonly title: string;
  /** HTML of the page below its heading. */
  readonly content: string;
  /** After so many seconds the browser asks again; absent: never. */
  readonly refreshS?: number;
}

export function sendPlainPage(
  request: FastifyRequest,
  reply: FastifyReply,
  describe: (language: Language) => PlainPage,
): FastifyReply {
  const language = pageLanguage(request);
  const page = describe(language);
  const html = toHtml(page, language);
  return reply
    .code(page.status)
    .headers({
      'content-security-policy': pagePolicy(html),
      'cache-control': 'no-store',
      'content-language': language,
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

function pageLanguage({ url, headers }: FastifyRequest): Language {
  const segment = url.split(/[/?]/, 2)[1];
  return isLanguage(segment) ? segment : acceptedLanguage(headers['accept-language']);
}

const style = `
  :root { color-scheme: light dark; }
  body { font: 18px/1.6 system-ui, sans-serif; max-width: 34em; margin: 15vh auto 0; padding: 0 20px; }
  h1 { font-size: 1.5em; line-height: 1.25; }
`;

const toHtml = ({ title, content, refreshS }: PlainPage, language: Language): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${refreshS === undefined ? '' : `<meta http-equiv="refresh" content="${refreshS}">\n`}<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
