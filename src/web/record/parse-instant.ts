/** Milliseconds UTC; null: the value is not an instant. */
export function parseInstant(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) ? at : null;
}
