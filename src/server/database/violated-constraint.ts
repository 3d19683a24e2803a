/** The name of the constraint that refused a write, null for any other fault. Drizzle wraps the driver's error. */
export function violatedConstraint(error: unknown): string | null {
  for (let fault = error; fault instanceof Error; fault = fault.cause) {
    if ('constraint' in fault && typeof fault.constraint === 'string') return fault.constraint;
  }
  return null;
}
