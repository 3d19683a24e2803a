/**
 * W3C Trace Context: each call of a page begins a trace, which the server continues where the
 * operator collects them.
 */
export function newTraceparent(): string {
  const numbers = [...crypto.getRandomValues(new BigUint64Array(3))];
  const [high, low, span] = numbers.map((number) => number.toString(16).padStart(16, '0'));
  return `00-${high}${low}-${span}-01`;
}
