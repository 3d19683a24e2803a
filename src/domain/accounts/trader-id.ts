/**
 * A trader's id as people paste it (`ID: 7 731 402`, full-width or other scripts' digits) as the ASCII digits that the
 * broker knows. Whatever is no digit is left out.
 */
export const cleanTraderId = (pasted: string): string =>
  Array.from(pasted.normalize('NFKC'), (sign) => (isDigit(sign) ? asciiOf(sign) : '')).join('');

const isDigit = (sign: string): boolean => /^\p{Nd}$/u.test(sign);

/** Unicode keeps the ten digits of a script side by side, from zero on. */
function asciiOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && isDigit(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
