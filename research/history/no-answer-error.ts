/** The bank's service gave no usable answer after all retries: one sentence, exit code 1. */
export class NoAnswerError extends Error {}
