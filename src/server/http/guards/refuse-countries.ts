import { BlockList, isIP } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Brand } from '#contract/brand.ts';
import { countryPagePhrases } from '#phrases/messages.ts';
import { apiError } from '../api-error.ts';
import { interpolate } from '../phrase-values.ts';
import { sendPlainPage } from '../pages/plain-page.ts';
import { isApiCall } from './rate-limits.ts';

interface CountryRules {
  readonly brand: Brand;
  readonly countries: {
    /** ISO 3166-1 alpha-2 codes, upper case; empty: the product is offered everywhere. */
    readonly blocked: readonly string[];
    /** The header in which a trusted proxy names the visitor's country, lower case. */
    readonly header: string;
  };
  /** Addresses and networks of the proxies; a header from anybody else is ignored. */
  readonly trustProxy: readonly string[];
}

/**
 * Answers visitors from countries where the product may not be offered with 451: pages with a plain
 * page, calls with an error.
 */
export function refuseCountries(app: FastifyInstance, { brand, countries, trustProxy }: CountryRules): void {
  const { blocked, header } = countries;
  if (blocked.length === 0) return;
  const proxies = toAddresses(trustProxy);
  app.addHook('onRequest', async (request, reply) => {
    const country = isIn(proxies, request.socket.remoteAddress ?? '') ? request.headers[header] : undefined;
    if (typeof country !== 'string' || !blocked.includes(country.trim().toUpperCase())) return;
    if (isApiCall(request)) throw apiError('country_blocked');
    return sendCountryPage(request, reply, brand);
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

const sendCountryPage = (request: FastifyRequest, reply: FastifyReply, brand: Brand): FastifyReply =>
  sendPlainPage(request, reply, (language) => {
    const { title, reason, mistake } = countryPagePhrases[language];
    const contact = `<a href="mailto:${brand.supportEmail}">${brand.supportEmail}</a>`;
    return {
      status: 451,
      title: interpolate(title, { brand: brand.name }),
      content: `<p>${reason}</p>\n<p>${mistake} ${contact}</p>`,
    };
  });
