import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '#contract/problem.ts';
import type { Language } from '#domain/language.ts';
import { errorPhrases } from '#phrases/errors.ts';
import { interpolate } from './interpolate.ts';
import type { ProblemError } from './problem.ts';
import { problemOf } from './problem-of.ts';
import { requestLanguage } from './request-language.ts';
import { waitingTime } from './waiting-time.ts';

/** Errors rise as codes from wherever they are thrown; here alone they are put into words. */
export function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => answerWithProblem(error, request, reply));
}

export function answerWithProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = requestLanguage(request);
  const refusal = problemOf(error, language);
  tellLog(refusal, error, request);
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', refusal.retryAfterS);
  return reply
    .code(refusal.statusCode)
    .header('cache-control', 'no-store')
    .header('content-language', language)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(wireProblem(refusal, language, request.id));
}

/** The one form of every refusal. */
export function wireProblem(refusal: ProblemError, language: Language, requestId: string): Problem {
  const wait = refusal.retryAfterS === undefined ? '' : waitingTime(refusal.retryAfterS, language);
  const message = interpolate(errorPhrases[language][refusal.code], { wait, ...refusal.params });
  const details = refusal.details === undefined ? {} : { details: refusal.details };
  return { code: refusal.code, message, ...details, requestId };
}

function tellLog(refusal: ProblemError, error: unknown, request: FastifyRequest): void {
  if (refusal.code === 'internal_error') request.log.error({ err: error }, 'a request failed');
  else if (refusal.statusCode >= 500)
    request.log.warn({ err: refusal.cause, code: refusal.code }, 'a request was refused');
  else request.log.debug({ code: refusal.code }, 'a request was refused');
}
