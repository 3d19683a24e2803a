/** The record is not what it was when it was last signed: nothing may be signed until a person has looked. */
export class RecordError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'RecordError';
  }
}
