/**
 * W3C Trace Context: each call of a page begins a trace, which the server continues where the
 * operator collects them.
 */
export function newTraceparent(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `00-${hex.slice(16)}-${hex.slice(0, 16)}-01`;
}
