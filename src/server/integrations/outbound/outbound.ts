import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { RequestFilteringHttpsAgent } from 'request-filtering-agent';

/** A POST to an address that a user chose. */
interface OutboundPost {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/**
 * Resolves with the HTTP status, or rejects with an `OutboundError`. Follows no redirect and reads
 * no body of the answer.
 */
export type PostOutbound = (post: OutboundPost) => Promise<number>;

type OutboundCause = 'timeout' | 'unreachable' | 'address_not_allowed';

export class OutboundError extends Error {
  readonly reason: OutboundCause;
  constructor(reason: OutboundCause, cause?: unknown) {
    super(reason, { cause });
    this.name = 'OutboundError';
    this.reason = reason;
  }
}

interface OutboundSettings {
  /** Whether private addresses may be called, as in tests and in an operator's own network. */
  readonly allowsPrivate: boolean;
  readonly timeoutMs?: number;
  /** Trusted certificates; absent: those of Node.js, which honours NODE_EXTRA_CA_CERTS. */
  readonly ca?: string;
  readonly lookup?: LookupFunction;
}

const defaultTimeoutMs = 5_000;

/**
 * Posts over https. The agent resolves the name and checks every address when it connects, so a
 * name that leads elsewhere by then (DNS rebinding) is rejected. The deadline includes the whole
 * head of the answer; its body is never read.
 */
export function createHttpsOutbound(needs: OutboundSettings): PostOutbound {
  const { allowsPrivate, timeoutMs = defaultTimeoutMs, ca, lookup } = needs;
  const agent = new RequestFilteringHttpsAgent({
    allowPrivateIPAddress: allowsPrivate,
    keepAlive: false,
    ...(ca === undefined ? {} : { ca }),
  });
  return ({ url, headers, body }) =>
    new Promise((resolve, reject) => {
      if (URL.parse(url)?.protocol !== 'https:') throw new OutboundError('address_not_allowed');
      const signal = AbortSignal.timeout(timeoutMs);
      const length = String(Buffer.byteLength(body));
      const options = { method: 'POST', agent, signal, headers: { ...headers, 'content-length': length } };
      const call = request(url, lookup ? { ...options, lookup } : options);
      call.on('error', (error) => reject(new OutboundError(getCause(error), error)));
      call.on('response', (response) => {
        // Without a listener a reset after the head would end the process.
        response.on('error', () => undefined);
        response.destroy();
        resolve(response.statusCode ?? 0);
      });
      call.end(body);
    });
}

function getCause(error: Error): OutboundError['reason'] {
  if (error.name === 'AbortError' || error.name === 'TimeoutError') return 'timeout';
  // The agent's own errors have no code.
  return /is not allowed\. Because/.test(error.message) ? 'address_not_allowed' : 'unreachable';
}

/**
 * Checks of an address's text: literal addresses and local names are rejected before
 * anything is stored; what a public name resolves to is checked at each connection.
 */
export function isAllowedHost(url: string, allowsPrivate: boolean): boolean {
  const host = URL.parse(url)?.hostname.replaceAll(/^\[|\]$|\.$/g, '');
  if (host === undefined) return false;
  return allowsPrivate || (isIP(host) === 0 && host.includes('.') && !/\.(localhost|local|internal)$/.test(host));
}
