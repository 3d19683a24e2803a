/** The first full character, also outside the BMP; an empty string for an empty text. */
export function firstCharacter(text: string): string {
  const code = text.codePointAt(0);
  return code === undefined ? '' : String.fromCodePoint(code);
}
