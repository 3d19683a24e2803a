import { createHash } from 'node:crypto';

/**
 * Content security policy of a page: inline scripts and styles only as they were at build time.
 * `partners`: origins whose script and frame the operator has allowed; `reportsTo`: the origin that
 * errors are reported to.
 */
export const pagePolicy = (html: string, partners: readonly string[] = [], reportsTo: string | null = null): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...computeHashes(html, 'script'), ...partners].join(' ')}`,
    `frame-src ${["'self'", ...partners].join(' ')}`,
    `style-src ${["'self'", ...computeHashes(html, 'style')].join(' ')}`,
    // Prerendered pages carry style attributes (sizes of the chart and the progress bars), which
    // cannot run code.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src ${["'self'", ...(reportsTo === null ? [] : [reportsTo])].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    ...closedDoors,
  ].join('; ');

const closedDoors = ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];

/** For responses that are not pages. */
export const dataPolicy = ["default-src 'none'", ...closedDoors].join('; ');

/** A worker runs under the policy it was sent with: it may request what this site has, nothing else. */
export const workerPolicy = ["default-src 'none'", "script-src 'self'", "connect-src 'self'", ...closedDoors].join(
  '; ',
);

function computeHashes(html: string, element: 'script' | 'style'): string[] {
  // Skips structured data for search engines (JSON-LD), which is never executed.
  const inline = new RegExp(`<${element}(?![^>]*(?:\\ssrc=|ld\\+json))[^>]*>([\\s\\S]*?)</${element}>`, 'g');
  const texts = [...html.matchAll(inline)].map((match) => match[1] ?? '').filter(Boolean);
  return [...new Set(texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))];
}
