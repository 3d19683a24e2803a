/** The query of an address; what is null is left out. */
export function toQuery(parameters: Readonly<Record<string, string | number | null>>): string {
  const requested = Object.entries(parameters).filter(([, value]) => value !== null);
  return requested.length === 0
    ? ''
    : `?${new URLSearchParams(requested.map(([name, value]) => [name, String(value)]))}`;
}
