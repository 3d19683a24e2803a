import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number] | 'identity';

/** A text that is ready to be sent in each form; one that nobody asks for is never made. */
export interface FilledText {
  readonly text: string;
  readonly etag: (encoding: Encoding) => string;
  readonly body: (encoding: Encoding) => Promise<Buffer>;
}

export function fillText(template: string, mark: string, publicUrl: string): FilledText {
  const text = template.replaceAll(mark, () => publicUrl);
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  // Bytes outside the heap: as a string with Cyrillic letters every character would take two bytes of it.
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

/** The best form that an Accept-Encoding header allows; `q=0` forbids one. */
export const chooseEncoding = (accepted: string | undefined): Encoding =>
  encodings.find((name) =>
    new RegExp(`(^|[\\s,])${name}(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))\\s*([;,]|$)`).test(accepted ?? ''),
  ) ?? 'identity';

async function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return promisify(gzip)(plain);
  if (encoding === 'identity') return plain;
  // Of 11: a page is compressed while its first reader waits.
  return promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } });
}
