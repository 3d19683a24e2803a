import { z } from 'zod';
import { ModelFigures } from '#contract/record.ts';
import { recordPaths } from '#contract/record-paths.ts';
import { signalPaths } from '#contract/signal-paths.ts';
import { SessionAnswer, Signal, SignalSession, type StartSessionBody } from '#contract/signals.ts';
import { call, tell } from './call.ts';

/** The follow-up of a loss of one's own. */
export const chaseSignal = (id: string, abort: AbortSignal): Promise<Signal> =>
  call(signalPaths.chase.replace(':id', id), Signal, { abort });

/** Automatic signals that run, or why they stopped by themselves within the last day. */
export const getSignalSession = async (): Promise<SignalSession | null> =>
  (await call(signalPaths.session, SessionAnswer)).session;

const Started = z.object({ session: SignalSession });

export const startSignalSession = async (wish: z.infer<typeof StartSessionBody>): Promise<SignalSession> =>
  (await call(signalPaths.startSession, Started, { method: 'POST', body: wish })).session;

export const stopSignalSession = (): Promise<void> => tell(signalPaths.stopSession, { method: 'POST' });

/** What the public record says of every model. */
export const getModelFigures = (): Promise<ModelFigures[]> => call(recordPaths.models, z.array(ModelFigures));
