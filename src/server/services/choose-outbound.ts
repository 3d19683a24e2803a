import type { Config } from '../config.ts';
import { createHttpsOutbound, createIsAllowedHost } from '../integrations/outbound/https-outbound.ts';
import type { PostOutbound } from '../integrations/outbound/outbound.ts';

/** Calls to addresses that users chose. */
export interface Outbound {
  readonly post: PostOutbound;
  readonly isAllowedHost: (url: string) => boolean;
}

export function chooseOutbound({ allowsPrivateWebhooks: allowsPrivate }: Config): Outbound {
  return { post: createHttpsOutbound({ allowsPrivate }), isAllowedHost: createIsAllowedHost({ allowsPrivate }) };
}
