/**
 * An address without display name, spaces or control characters: a local part in ASCII, and a domain
 * in the letters of any script.
 */
export const emailPattern =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]*[A-Za-z0-9_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*\.)+[\p{L}\p{M}]{2,}$/u;

/**
 * The form in which addresses are stored and compared: lower case, and an international domain in its
 * own letters. Some browsers send it so, others in Punycode (`xn--80a1acn3a.xn--j1amh`).
 */
export function toCanonicalEmail(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  const labels = text.slice(at).split('.').map(toLetters);
  return (text.slice(0, at) + labels.join('.')).toLowerCase().normalize('NFC');
}

const prefix = /^xn--/i;

const toLetters = (label: string): string => (prefix.test(label) ? (decoded(label.slice(4)) ?? label) : label);

/** The parameters of Punycode (RFC 3492, section 5). */
const [base, tMin, tMax, skew, damp, initialBias, initialCode] = [36, 1, 26, 38, 700, 72, 128];
const digits = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Decodes a label without its prefix (RFC 3492, section 6.2); null: it is no Punycode. */
function decoded(label: string): string | null {
  const split = label.lastIndexOf('-');
  const codes = Array.from({ length: Math.max(0, split) }, (_, place) => label.charCodeAt(place));
  let [code, bias, place] = [initialCode, initialBias, 0];
  for (let at = split + 1; at < label.length; ) {
    const before = place;
    for (let weight = 1, k = base; ; k += base, at++) {
      const digit = digits.indexOf(label.charAt(at).toLowerCase());
      if (at >= label.length || digit < 0) return null;
      place += digit * weight;
      const threshold = Math.min(tMax, Math.max(tMin, k - bias));
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    at++;
    const count = codes.length + 1;
    bias = adapted(place - before, count, before === 0);
    code += Math.floor(place / count);
    if (code > 0x10ffff) return null;
    place %= count;
    codes.splice(place++, 0, code);
  }
  return String.fromCodePoint(...codes);
}

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? damp : 2));
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}
