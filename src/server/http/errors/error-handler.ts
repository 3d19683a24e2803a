import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ApiErrorBody } from '#contract/api-error.ts';
import type { ErrorCode } from '#domain/error-code.ts';
import { isAutomated } from '#domain/is-automated.ts';
import type { Language } from '#domain/language.ts';
import { errorPhrases } from '#phrases/errors.ts';
import { statesError } from './route-errors.ts';
import { interpolate, waitingTime } from '../phrase-values.ts';
import type { ApiError } from '../api-error.ts';
import { toApiError } from './to-api-error.ts';
import { requestLanguage } from '../request-language.ts';

declare module 'fastify' {
  interface FastifyInstance {
    isInternal?: (email: string) => boolean;
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
  const apiError = toApiError(error, language);
  logError(apiError, error, request);
  if (apiError.retryAfterS !== undefined) reply.header('retry-after', apiError.retryAfterS);
  return reply
    .code(apiError.statusCode)
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(toErrorBody(apiError, language, request.id));
}

/** The single shape of every error response. */
export function toErrorBody(apiError: ApiError, language: Language, requestId: string): ApiErrorBody {
  const wait = apiError.retryAfterS === undefined ? '' : waitingTime(apiError.retryAfterS, language);
  const message = interpolate(errorPhrases[language][apiError.phrase], { wait, ...apiError.params });
  const details = apiError.details === undefined ? {} : { details: apiError.details };
  return { code: apiError.code, message, ...details, requestId };
}

function logError(apiError: ApiError, error: unknown, request: FastifyRequest): void {
  const reqId = request.id;
  if (apiError.code === 'internal_error')
    request.log.error({ reqId, err: error, isUnreported: isUnreported(request) }, 'request failed');
  else if (apiError.statusCode >= 500)
    request.log.warn({ reqId, err: apiError.cause, code: apiError.code }, 'request rejected');
  else request.log.debug({ reqId, code: apiError.code }, 'request rejected');
}

/** Errors of internal accounts and of crawlers are logged and never reported. */
function isUnreported({ user, headers, server }: FastifyRequest): boolean {
  if (user) return server.isInternal?.(user.email) ?? false;
  const languages = headers['accept-language']?.split(',') ?? [];
  return isAutomated({ userAgent: headers['user-agent'] ?? '', languages });
}
