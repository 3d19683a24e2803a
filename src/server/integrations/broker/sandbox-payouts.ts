import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Scheduler } from '#server/jobs/scheduler.ts';
import type { ReadPayouts } from './broker.ts';
import { fetchJson, NoAnswer, untilAborted } from './pocket/fetch-json.ts';

interface SandboxPayoutsDependencies {
  readonly apiUrl: () => Promise<string>;
  readonly partnerId: string;
  /** Leaves this file only as part of a hash. */
  readonly apiToken: string;
  readonly after: Scheduler['after'];
}

const withinMs = 5_000;
const Answer = z.record(z.string(), z.number());

/** `GET /api/payouts/{partner_id}/{hash}` of the training broker. */
export const createReadSandboxPayouts =
  ({ apiUrl, partnerId, apiToken, after }: SandboxPayoutsDependencies): ReadPayouts =>
  async (stopping) => {
    const deadline = new AbortController();
    const cancel = after(withinMs, () => deadline.abort());
    const signal = AbortSignal.any([stopping, deadline.signal]);
    try {
      const hash = createHash('md5').update(`payouts:${partnerId}:${apiToken}`).digest('hex');
      const path = `/api/payouts/${encodeURIComponent(partnerId)}/${hash}`;
      const { status, json } = await fetchJson(new URL(path, await untilAborted(apiUrl(), signal)), signal);
      if (status !== 200) throw new NoAnswer(`the broker answered ${status}`);
      return new Map(Object.entries(Answer.parse(json)));
    } finally {
      cancel();
    }
  };
