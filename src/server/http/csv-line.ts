/**
 * One line of RFC 4180. Text that a spreadsheet would interpret as a formula is escaped; numbers
 * stay numbers.
 */
export const csvLine = (values: readonly (string | number | boolean | null)[]): string =>
  `${values.map(cell).join(',')}\r\n`;

function cell(value: string | number | boolean | null): string {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = /^[=+\-@＝＋－＠\t\r\n]/.test(value ?? '') ? `'${value}` : (value ?? '');
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
