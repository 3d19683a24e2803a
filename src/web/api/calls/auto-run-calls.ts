import type { z } from 'zod';
import { signalPaths } from '#contract/paths.ts';
import type { Signal, AutoRun, StartAutoRunBody } from '#contract/signals.ts';
import { fillPath, getJson, sendRequest } from '../request.ts';

/** Issues the follow-up of one of the user's own losses; as practice even without an edge. */
export const chaseSignal = (id: string, isPractice: boolean, abort: AbortSignal): Promise<Signal> =>
  getJson(`${fillPath(signalPaths.chase, id)}${isPractice ? '?below=1' : ''}`, { abort });

/** The running auto-signal run, or one that stopped by itself within the last day. */
export const getAutoRun = async (): Promise<AutoRun | null> =>
  (await getJson<{ session: AutoRun | null }>(signalPaths.session)).session;

export const startAutoRun = async (request: z.infer<typeof StartAutoRunBody>): Promise<AutoRun> =>
  (await getJson<{ session: AutoRun }>(signalPaths.startAutoRun, { method: 'POST', body: request })).session;

export const stopAutoRun = (): Promise<void> => sendRequest(signalPaths.stopAutoRun, { method: 'POST' });
