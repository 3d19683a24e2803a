import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { isObject } from '#domain/objects.ts';
import { TermEndedError } from '../database/connection.ts';

/** Secrets and personal data are redacted wherever they appear in a log entry. */
const names = [
  'authorization',
  'cookie',
  'password',
  'newPassword',
  'token',
  'accessToken',
  'refreshToken',
  'secret',
  'email',
];
const redacted = names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** An error that is logged as one (level error or fatal), with the text of its line. */
type OnLoggedError = (error: unknown, message: string) => void;

const infoLevel = 30;
const errorLevel = 50;

/** `onError`: not called for lines marked `isUnreported`. */
export function createLogger(level: string, destination?: DestinationStream, onError?: OnLoggedError): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: [...redacted, '["set-cookie"]', '*["set-cookie"]', '*.*["set-cookie"]'], censor: '[redacted]' },
    serializers: { req: serializeRequest, res: serializeReply, err: serializeError },
  };
  options.hooks = { logMethod: createLogMethod(onError) };
  return destination ? pino(options, destination) : pino(options);
}

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>;

const createLogMethod = (onError: OnLoggedError | undefined): LogMethod =>
  function logMethod(args, method, level) {
    const [fields, message]: readonly unknown[] = args;
    const logged = isObject(fields) && 'err' in fields ? fields : null;
    // A new leader ends the term of the one before, whose writes are then refused: no error for the operator.
    if (level > infoLevel && logged?.err instanceof TermEndedError) return this.info(...args);
    if (level >= errorLevel && logged && logged.isUnreported !== true)
      onError?.(logged.err, typeof message === 'string' ? message : '');
    method.apply(this, args);
  };

/** Without the query and the headers, which may contain tokens and addresses. */
const serializeRequest = (request: { method?: string; url?: string; ip?: string }) => ({
  method: request.method,
  path: request.url && withoutLinks(request.url.split('?')[0] ?? ''),
  ip: request.ip,
});

/** The last segment of these paths is a mailed token. */
const withoutLinks = (path: string): string =>
  path.replace(
    /^(\/api\/(?:auth\/activate|reset-password|user\/(?:digest|alert)-mail\/unsubscribe)\/).+/,
    '$1[redacted]',
  );

const serializeReply = (reply: { statusCode?: number }) => ({ status: reply.statusCode });

interface SerializedError {
  readonly name: string;
  readonly code?: unknown;
  readonly message: string;
  readonly stack?: string | undefined;
  readonly cause?: SerializedError;
}

/**
 * Only what helps to find the error: a database error's detail quotes the row, and Drizzle's
 * message quotes the parameters.
 */
function serializeError(error: unknown, depth = 0): SerializedError {
  if (!(error instanceof Error)) return { name: typeof error, message: scrub(String(error)) };
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause instanceof Error && depth < 3 ? { cause: serializeError(error.cause, depth + 1) } : {};
  return {
    name: error.name,
    ...code,
    message: scrub(error.message),
    stack: error.stack && scrub(error.stack),
    ...cause,
  };
}

const scrub = (text: string): string =>
  text
    .replace(/\nparams:.*/g, '')
    .replace(/[\w.+%-]+@[\w-]+(\.[\w-]+)+/g, '[e-mail]')
    .replace(/\/\/[^/\s:@]+:[^/\s@]+@/g, '//[redacted]@');
