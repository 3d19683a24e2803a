import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ApiErrorBody, FieldError } from '#contract/api-error.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import { isAutomated } from '#domain/is-automated.ts';
import { type Language, defaultLanguage } from '#domain/language.ts';
import { isObject, toKeys } from '#domain/objects.ts';
import { errorPhrases } from '#phrases/errors.ts';
import { type FieldErrorKey, fieldErrorPhrases } from '#phrases/field-errors.ts';
import { statesError } from './route-errors.ts';
import { isDatabaseUnavailable } from '../../database/connection-errors.ts';
import { ApiError, apiError } from '../api-error.ts';
import { interpolate, waitingTime } from '../phrase-values.ts';
import { requestLanguage } from '../request-language.ts';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { SecurityHeaders } from '../guards/security-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    isInternal?: (email: string) => boolean;
  }
  interface FastifyReply {
    /** Of the error that it answers, for metrics. */
    errorCode?: ErrorCode;
  }
}

/** Receives an error whose route does not state it (route-errors.ts). */
export type OnUnstatedError = (code: ErrorCode, request: FastifyRequest) => void;

const logUnstated: OnUnstatedError = (code, { log, routeOptions: { method, url } }) =>
  log.error({ code, method, url }, 'the route does not state this error');

/** Errors carry codes wherever they are thrown; only this handler turns them into text. */
export function handleErrors(app: FastifyInstance, onUnstated: OnUnstatedError = logUnstated): void {
  app.setErrorHandler((error, request, reply) => {
    const { code } = toApiError(error, requestLanguage(request));
    if (!statesError(request, code)) onUnstated(code, request);
    return answerWithError(error, request, reply);
  });
}

export function answerWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = requestLanguage(request);
  const answer = toApiError(error, language);
  logError(answer, error, request);
  reply.errorCode = answer.code;
  if (answer.retryAfterS !== undefined) reply.header('retry-after', answer.retryAfterS);
  return reply
    .code(answer.statusCode)
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(toErrorBody(answer, language, request.id));
}

/** The single shape of every error response. */
export function toErrorBody(answer: ApiError, language: Language, requestId: string): ApiErrorBody {
  const wait = answer.retryAfterS === undefined ? '' : waitingTime(answer.retryAfterS, language);
  const params = typeof answer.params === 'function' ? answer.params(language) : answer.params;
  const message = interpolate(errorPhrases[language][answer.phrase], { wait, ...params });
  const stated: unknown = typeof answer.details === 'function' ? answer.details(language) : answer.details;
  const details = stated === undefined ? {} : { details: stated };
  return { code: answer.code, message, ...details, requestId };
}

function logError(answer: ApiError, error: unknown, request: FastifyRequest): void {
  const reqId = request.id;
  if (answer.code === 'internal_error')
    request.log.error({ reqId, err: error, isUnreported: isUnreported(request) }, 'request failed');
  else if (answer.cause !== undefined && answer.statusCode >= 500)
    request.log.warn({ reqId, err: answer.cause, code: answer.code }, 'request rejected');
  else request.log.debug({ reqId, code: answer.code }, 'request rejected');
}

/** Errors of internal accounts and of crawlers are logged and never reported. */
function isUnreported({ user, headers, server }: FastifyRequest): boolean {
  if (user) return server.isInternal?.(user.email) ?? false;
  const languages = headers['accept-language']?.split(',') ?? [];
  return isAutomated({ userAgent: headers['user-agent'] ?? '', languages });
}

const databaseRetryAfterS = 5;

const codeByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  415: 'unsupported_media_type',
};

/** Maps anything thrown to the error that the caller may see. */
export function toApiError(error: unknown, language: Language): ApiError {
  if (error instanceof ApiError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return validationError(fieldErrors(error.validation, language));
  if (isDatabaseUnavailable(error))
    return apiError('database_unavailable', { retryAfterS: databaseRetryAfterS, cause: error });
  if (isUnstorableText(error)) return apiError('malformed_request', { cause: error });
  const status = getStatus(error);
  return apiError(status ? (codeByStatus[status] ?? 'malformed_request') : 'internal_error', { cause: error });
}

function validationError(details: ReturnType<typeof fieldErrors>): ApiError {
  const fields = [...new Set(details.map(({ field }) => field))].join(', ');
  return apiError('validation_failed', { details, params: { fields } });
}

/**
 * character_not_in_repertoire: PostgreSQL cannot store NUL in a text. Drizzle wraps the driver's
 * error.
 */
function isUnstorableText(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && cause.code === '22021';
}

/** Errors of the framework carry a 4xx status; anything else is a server error. */
function getStatus(error: unknown): number | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}

/**
 * A validation error from the type provider: a zod issue whose own fields are moved into `params`.
 */
interface ValidationIssue {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message?: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** The first error of each field, in the language of the request. */
function fieldErrors(issues: readonly ValidationIssue[], language: Language): FieldError[] {
  const errors = issues.flatMap((issue) => listFields(issue).map((field) => toFieldError(field, issue, language)));
  return errors.filter(({ field }, i) => errors.findIndex((error) => error.field === field) === i);
}

function listFields({ keyword, instancePath, params }: ValidationIssue): string[] {
  const at = instancePath.split('/').filter(Boolean);
  if (keyword === 'unrecognized_keys') return toNames(params.keys).map((key) => [...at, key].join('.'));
  return [at.join('.') || 'body'];
}

function toFieldError(field: string, issue: ValidationIssue, language: Language): FieldError {
  const allowed = allowedValues(issue);
  const message = interpolate(fieldErrorPhrases[language][toPhrase(issue, allowed)], {
    n: formatBound(issue),
    allowed: allowed?.join(', ') ?? '',
    expected: typeof issue.params.expected === 'string' ? issue.params.expected : '',
  });
  return allowed ? { field, message, allowed } : { field, message };
}

/** The values of an enum, or all values of a union of literals. */
function allowedValues({ keyword, params }: ValidationIssue): string[] | null {
  if (keyword === 'invalid_value') return toNames(params.values);
  if (keyword !== 'invalid_union' || !Array.isArray(params.errors)) return null;
  const issues = params.errors.flat().filter(isObject);
  const isLiteralUnion = issues.length > 0 && issues.every((issue) => issue.code === 'invalid_value');
  return isLiteralUnion ? issues.flatMap((issue) => toNames(issue.values)) : null;
}

const formatPhrases = new Map<unknown, FieldErrorKey>([
  ['datetime', 'notInstant'],
  ['email', 'notEmail'],
  ['uuid', 'notId'],
]);

function toPhrase({ keyword, params, message }: ValidationIssue, allowed: readonly string[] | null): FieldErrorKey {
  if (keyword === 'invalid_type') return message?.endsWith('received undefined') ? 'required' : 'wrongType';
  if (keyword === 'too_small') return tooSmall(params);
  if (keyword === 'too_big') return params.origin === 'string' ? 'tooLong' : 'tooBig';
  if (keyword === 'invalid_format') return formatPhrases.get(params.format) ?? 'wrongFormat';
  if (keyword === 'unrecognized_keys') return 'unknownField';
  if (keyword === 'custom') return namedPhrase(params.params) ?? 'wrong';
  return allowed ? 'notAllowed' : 'wrong';
}

/** An empty text does not get the message "at least one character". */
function tooSmall({ origin, minimum, inclusive }: ValidationIssue['params']): FieldErrorKey {
  if (origin !== 'string') return inclusive === false ? 'notAbove' : 'tooSmall';
  return Number(minimum) === 1 ? 'required' : 'tooShort';
}

const phraseNames = toKeys(fieldErrorPhrases.uk);

/** A custom rule names its phrase in the contract schema. */
function namedPhrase(params: unknown): FieldErrorKey | null {
  const phrase = isObject(params) ? params.phrase : null;
  return phraseNames.find((name) => name === phrase) ?? null;
}

function formatBound({ params }: ValidationIssue): string {
  const bound = params.minimum ?? params.maximum;
  return typeof bound === 'number' || typeof bound === 'bigint' || typeof bound === 'string' ? String(bound) : '';
}

const toNames = (values: unknown): string[] => (Array.isArray(values) ? values.map(String) : []);

type Fallback = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply;

/**
 * Requests that match no route: a known address with the wrong method gets its own error, the
 * fallback handles the rest.
 */
export function handleNotFound(app: FastifyInstance, fallback: Fallback | null): void {
  const known: { methods: readonly string[]; address: RegExp }[] = [];
  app.addHook('onRoute', (route: RouteOptions) => {
    known.push({ methods: [route.method].flat(), address: addressPattern(route.url) });
  });
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0] ?? '';
    const allowed = [...new Set(known.filter(({ address }) => address.test(path)).flatMap(({ methods }) => methods))];
    if (allowed.length === 0) return answerUnknown(request, reply, fallback);
    reply.header('allow', allowed.join(', '));
    throw apiError('method_not_allowed');
  });
}

const addressPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      // A last part that may be absent.
      .replace(/\/:\w+\\\?$/, '(/[^/]*)?')
      .replace(/:\w+/g, '[^/]+')
      .replace(/\*$/, '.*')}$`,
  );

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function answerUnknown(request: FastifyRequest, reply: FastifyReply, fallback: Fallback | null) {
  if (!methods.includes(request.method)) throw apiError('method_not_allowed');
  if (!fallback) throw apiError('not_found');
  return fallback(request, reply);
}

/**
 * Errors of the HTTP parser before there is a request: answered in the same format, and the
 * connection is closed.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  securityHeaders: SecurityHeaders,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, reason } = toStatusLine(error.code);
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
}

function toStatusLine(code: string | undefined): { status: number; reason: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, reason: 'Request Timeout' };
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, reason: 'Request Header Fields Too Large' };
  return { status: 400, reason: 'Bad Request' };
}
