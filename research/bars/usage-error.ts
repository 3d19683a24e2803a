/** What the person at the keyboard can put right: printed as one sentence, exit code 2. */
export class UsageError extends Error {}
