import { type AllSignals, adminSignalPaths, type SignalFile } from '#contract/admin/signals.ts';
import { signalPaths } from '#contract/paths.ts';
import { type VoidSignalBody } from '#contract/signals.ts';
import { confirming } from '../../second-factor/confirm-again.ts';
import { getJson, sendRequest } from '../request.ts';

export const getAllSignals = (query: URLSearchParams): Promise<AllSignals> =>
  getJson<AllSignals>(`${adminSignalPaths.signals}?${query}`);

const of = (path: string, id: string): string => path.replace(':id', encodeURIComponent(id));

export const getSignalFile = (id: string): Promise<SignalFile> => getJson<SignalFile>(of(adminSignalPaths.signal, id));

export const voidSignal = (id: string, body: VoidSignalBody): Promise<void> =>
  confirming(() => sendRequest(of(signalPaths.voidSignal, id), { method: 'DELETE', body }));
