import type { Outcome } from '#domain/signals/outcome.ts';
import type { OutcomeShape } from './outcome-mark.tsx';

/** Which shape and colour an outcome of the wire has. */
export const outcomeLook: Record<Outcome, OutcomeShape> = {
  successful: 'win',
  unsuccessful: 'loss',
  neutral: 'equal',
  void: 'void',
};
