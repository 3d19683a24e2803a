import { createHash } from 'node:crypto';

/**
 * What a page may do; inline scripts and styles only as they stood in the page when it was built. `partners`: origins
 * whose script and frame the operator has chosen to show.
 */
export const pagePolicy = (html: string, partners: readonly string[] = []): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...hashesOf(html, 'script'), ...partners].join(' ')}`,
    `frame-src ${["'self'", ...partners].join(' ')}`,
    `style-src ${["'self'", ...hashesOf(html, 'style')].join(' ')}`,
    // Prerendered pages carry style attributes (the chart's and the progress bars' sizes); they cannot run anything.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    ...closedDoors,
  ].join('; ');

const closedDoors = ["object-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"];

/** For answers that are no pages. */
export const dataPolicy = ["default-src 'none'", ...closedDoors].join('; ');

/** A service worker stands under the policy it was sent with: it asks this site for pages and files, and nobody else. */
export const workerPolicy = ["default-src 'none'", "script-src 'self'", "connect-src 'self'", ...closedDoors].join(
  '; ',
);

/** The API reference sets its styles and its state from scripts of its own. */
export const referencePolicy = (html: string): string =>
  [
    "default-src 'self'",
    `script-src ${["'self'", ...hashesOf(html, 'script')].join(' ')}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    ...closedDoors,
  ].join('; ');

function hashesOf(html: string, element: 'script' | 'style'): string[] {
  // Data for searches is no script: nothing would run it.
  const inline = new RegExp(`<${element}(?![^>]*(?:\\ssrc=|ld\\+json))[^>]*>([\\s\\S]*?)</${element}>`, 'g');
  const texts = [...html.matchAll(inline)].map((match) => match[1] ?? '').filter(Boolean);
  return [...new Set(texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`))];
}
