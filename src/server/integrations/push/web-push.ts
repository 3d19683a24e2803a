import webPush from 'web-push';
import { OutboundError, type PostOutbound } from '../outbound/outbound.ts';
import type { PushOutcome, SendPush } from './push.ts';

export const generatePushKeys = (): { publicKey: string; privateKey: string } => webPush.generateVAPIDKeys();

/** Web Push (RFC 8030) with payloads encrypted by RFC 8291, through the guarded outbound calls. */
export const createWebPush =
  (post: PostOutbound): SendPush =>
  async (vapidDetails, { endpoint, ...keys }, { payload, ttlS, topic }) => {
    const options = { vapidDetails, TTL: ttlS, urgency: 'high', topic } as const;
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, payload, options);
    try {
      return toOutcome(await post({ url: endpoint, headers: asText(headers), body }));
    } catch (error) {
      if (error instanceof OutboundError) return 'failed';
      throw error;
    }
  };

/** 404 and 410: RFC 8030, section 7.3. */
function toOutcome(status: number): PushOutcome {
  if (status === 404 || status === 410) return 'gone';
  return status >= 200 && status < 300 ? 'sent' : 'failed';
}

/** The sender sets the length itself. */
const asText = (headers: Readonly<Record<string, string | number>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.toLowerCase() === 'content-length' ? [] : [[name, String(value)]],
    ),
  );
