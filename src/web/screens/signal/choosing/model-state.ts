import type { Outlook, WorkingStats } from '#contract/signals.ts';
import { isLlmModelKey } from '#domain/signals/llm-model.ts';
import type { PickerDuration } from '#domain/market/duration.ts';
import { getProspect } from '../outlook-edge.ts';

/** What a model would answer right now, in the order of the picker. */
export const modelStates = ['ready', 'always', 'onRequest', 'quiet', 'resumes', 'locked', 'notConnected'] as const;
export type ModelStateKind = (typeof modelStates)[number];

export interface ModelState {
  readonly kind: ModelStateKind;
  /** Of `resumes`: when its signals return, milliseconds. */
  readonly at: number | null;
}

interface Question {
  readonly model: WorkingStats['models'][number];
  readonly outlook: Outlook | null;
  readonly duration: PickerDuration;
  /** Null: unknown; the server decides. */
  readonly balance: number | null;
}

/** Null: not known yet. */
export function modelState({ model, outlook, duration, balance }: Question): ModelState | null {
  const state = (kind: ModelStateKind, at: number | null = null): ModelState => ({ kind, at });
  if (!model.available) return state('notConnected');
  if (isLocked(model, balance)) return state('locked');
  if (model.key === 'manual') return state('always');
  if (isLlmModelKey(model.key)) return state('onRequest');
  const prospect = getProspect(outlook, model.key, duration);
  if (!outlook || !prospect) return null;
  if (prospect.hasSignal) return state('ready');
  const resumesAt = prospect.reason === 'thin_hours' ? outlook.resumesAt : null;
  return resumesAt === null ? state('quiet') : state('resumes', Date.parse(resumesAt));
}

/** The models of a higher minimum need more than it. */
export const isLocked = ({ key, minBalance }: Question['model'], balance: number | null): boolean =>
  key === 'vip' && balance !== null && balance <= minBalance;

/** Those that would answer first; in the catalogue's order within each state. */
export const statePlace = (state: ModelState | null): number =>
  state === null ? modelStates.indexOf('quiet') : modelStates.indexOf(state.kind);
