/** Long enough to tell two hashes apart by eye. */
export const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-4)}`;
