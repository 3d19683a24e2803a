import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brand } from '#domain/brand.ts';
import { isLanguage, type Language } from '#domain/language.ts';
import { countryPagePhrases } from '#phrases/messages.ts';
import { apiError } from '../api-error.ts';
import { interpolate } from '../phrase-values.ts';
import { pagePolicy } from './security-headers.ts';
import { isApiCall } from './rate-limits.ts';
import { acceptedLanguage } from '../request-language.ts';

interface CountryRules {
  /** ISO 3166-1 alpha-2 codes, upper case; empty: the product is offered everywhere. */
  readonly blocked: readonly string[];
  /** The header in which a trusted proxy names the visitor's country, lower case. */
  readonly header: string;
  /** Addresses and networks of the proxies; a header from anybody else is ignored. */
  readonly trustProxy: readonly string[];
}

/**
 * Answers visitors from countries where the product may not be offered with 451: pages with a plain
 * page, calls with an error.
 */
export function refuseCountries(app: FastifyInstance, { blocked, header, trustProxy }: CountryRules): void {
  if (blocked.length === 0) return;
  const proxies = toAddresses(trustProxy);
  app.addHook('onRequest', async (request, reply) => {
    const country = isIn(proxies, request.socket.remoteAddress ?? '') ? request.headers[header] : undefined;
    if (typeof country !== 'string' || !blocked.includes(country.trim().toUpperCase())) return;
    if (isApiCall(request)) throw apiError('country_blocked');
    return sendCountryPage(request, reply);
  });
}

/** The names of networks that Fastify's `trustProxy` knows. */
const namedNetworks: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const getFamily = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function toAddresses(networks: readonly string[]): BlockList {
  const addresses = new BlockList();
  for (const network of networks.flatMap((name) => namedNetworks[name] ?? [name])) {
    const [address = '', prefix] = network.split('/');
    if (prefix === undefined) addresses.addAddress(address, getFamily(address));
    else addresses.addSubnet(address, Number(prefix), getFamily(address));
  }
  return addresses;
}

const isIn = (addresses: BlockList, address: string): boolean =>
  isIP(address) !== 0 && addresses.check(address, getFamily(address));

function sendCountryPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = pageLanguage(request);
  const html = countryPage(language);
  return reply
    .code(451)
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

function countryPage(language: Language): string {
  const { title, reason, mistake } = countryPagePhrases[language];
  const heading = interpolate(title, { brand: brand.name });
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${reason}</p>
<p>${mistake} <a href="mailto:${brand.supportEmail}">${brand.supportEmail}</a></p>
</main>
</body>
</html>
`;
}
