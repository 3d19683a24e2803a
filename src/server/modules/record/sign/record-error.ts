/**
 * The record differs from what was last signed: nothing may be signed until an operator has checked
 * it.
 */
export class RecordError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RecordError';
  }
}
