import type { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether the caller asks for the file instead of the JSON answer. */
export const asksForCsv = ({ headers }: FastifyRequest): boolean => /^text\/csv\b/i.test(headers.accept ?? '');

export function sendCsv(reply: FastifyReply, name: string, file: string | Readable): FastifyReply {
  reply.header('content-disposition', `attachment; filename="${name}"`);
  return reply.type('text/csv; charset=utf-8').serializer(String).send(file);
}

/** Makes spreadsheet programs read the file as UTF-8. */
export const byteOrderMark = '\uFEFF';

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
