/** The bank's service gave no usable answer, however often it was asked: one sentence, exit code 1. */
export class NoAnswerError extends Error {}
