/**
 * Normalises a pasted trader id (`ID: 7 731 402`, full-width or other scripts' digits) to the ASCII
 * digits that the broker uses. Non-digits are dropped.
 */
export const cleanTraderId = (pasted: string): string =>
  Array.from(pasted.normalize('NFKC'), (sign) => (isDigit(sign) ? toAscii(sign) : '')).join('');

const isDigit = (sign: string): boolean => /^\p{Nd}$/u.test(sign);

/** Unicode encodes the ten digits of a script consecutively, starting at zero. */
function toAscii(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDigit(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
