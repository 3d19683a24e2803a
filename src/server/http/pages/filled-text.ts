import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** A text in every content encoding; each encoding is built lazily on first request. */
export interface FilledText {
  readonly text: string;
  readonly etag: (encoding: Encoding) => string;
  readonly body: (encoding: Encoding) => Promise<Buffer>;
}

export function fillText(template: string, mark: string, publicUrl: string): FilledText {
  const text = template.replaceAll(mark, () => publicUrl);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  // A buffer is stored outside the heap, where a string with Cyrillic letters would take two bytes
  // per character.
  const plain = Buffer.from(text);
  const made = new Map<Encoding, Promise<Buffer>>();
  return {
    get text() {
      return plain.toString();
    },
    etag: (encoding) => `"${hash}-${encoding}"`,
    body(encoding) {
      const known = made.get(encoding) ?? encode(plain, encoding);
      made.set(encoding, known);
      return known;
    },
  };
}

/** The best encoding that an Accept-Encoding header allows; `q=0` forbids one. */
export const chooseEncoding = (accepted: string | undefined): Encoding =>
  encodings.find((name) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))\\s*([;,]|$)`).test(accepted ?? ''),
  ) ?? 'identity';

async function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(plain);
  if (encoding === 'identity') return plain;
  // Quality 6 of 11, because a page is compressed while its first reader waits.
  return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
}
