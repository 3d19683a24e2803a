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
