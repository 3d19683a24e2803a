import { AllSignals, adminSignalPaths, SignalFile } from '#contract/admin-signals.ts';
import { signalPaths } from '#contract/signal-paths.ts';
import { type VoidSignalBody } from '#contract/signals.ts';
import { call, sendRequest } from './call.ts';

export const getAllSignals = (query: URLSearchParams): Promise<AllSignals> =>
  call(`${adminSignalPaths.signals}?${query}`, AllSignals);

const of = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));

export const getSignalFile = (id: string): Promise<SignalFile> => call(of(adminSignalPaths.signal, id), SignalFile);

export const voidSignal = (id: string, body: VoidSignalBody): Promise<void> =>
  sendRequest(of(signalPaths.voidSignal, id), { method: 'DELETE', body });
