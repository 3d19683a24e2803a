import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { defaultLanguage } from '#domain/language.ts';
import { toErrorBody } from './error-handler.ts';
import { apiError } from '../api-error.ts';
import type { SecurityHeaders } from '../guards/security-headers.ts';

/**
 * Errors of the HTTP parser before there is a request: answered in the same format, and the
 * connection is closed.
 */
export const createAnswerClientError =
  (securityHeaders: SecurityHeaders) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { status, reason } = getStatus(error.code);
    const requestId = randomUUID();
    const body = JSON.stringify(toErrorBody(apiError('malformed_request'), defaultLanguage, requestId));
    const headers = [
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      ...Object.entries({ ...securityHeaders, 'x-request-id': requestId }).map(([name, value]) => `${name}: ${value}`),
      'connection: close',
    ];
    socket.end(`HTTP/1.1 ${status} ${reason}\r\n${headers.join('\r\n')}\r\n\r\n${body}`);
  };

function getStatus(code: string | undefined): { status: number; reason: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, reason: 'Request Timeout' };
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, reason: 'Request Header Fields Too Large' };
  return { status: 400, reason: 'Bad Request' };
}
