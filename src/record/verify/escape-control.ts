/** Longer texts of a record are cut: nothing in it that is printed has a reason to be longer. */
const maxLength = 1_500;

/**
 * A text of a record as it may be printed: whatever could move the cursor, colour the terminal or
 * turn the direction of the line is written as its code point.
 */
export function escapeControl(text: string): string {
  const cut = text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
  return cut.replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`,
  );
}
