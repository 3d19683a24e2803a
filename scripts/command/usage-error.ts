/** An error that the operator can fix: printed as one sentence, exit code 2. */
export class UsageError extends Error {}
