import type { Formats } from '../language/formats.ts';

/** Language-dependent input of a drawing: the number format. */
export interface DrawingProps {
  readonly f: Formats;
}
