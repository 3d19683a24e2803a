import cookie from '@fastify/cookie';
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { randomUUID } from 'node:crypto';
import {
  type FastifyPluginAsyncZod,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { SiteNotice } from '#contract/site.ts';
import type { WallClock } from '#domain/time.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import type { Config } from './config.ts';
import { describeApi, serveApiDocument } from './http/api-document.ts';
import {
  answerClientError,
  answerWithError,
  handleErrors,
  type OnUnstatedError,
  handleNotFound,
} from './http/errors/error-handler.ts';
import { guardMailbox } from './http/guards/foreign-origin.ts';
import { readableUrl, serveWebFiles } from './http/pages/web-files.ts';
import { paceDearAnswers, limitRates, type RateStore } from './http/guards/rate-limits.ts';
import { refuseCountries } from './http/guards/refuse-countries.ts';
import { type MaintenanceOptions, refuseInMaintenance } from './http/guards/refuse-in-maintenance.ts';
import { getSecurityHeaders, sendSecurityHeaders } from './http/guards/security-headers.ts';
import type { ReadinessCheck } from './http/check-readiness.ts';
import { healthRoutes, type ReadReadinessState } from './modules/health/health.routes.ts';

export interface AppContext {
  readonly config: Pick<Config, 'brand' | 'publicUrl' | 'rateLimitPerMinute' | 'trustProxy' | 'countries'>;
  readonly logger: FastifyBaseLogger;
  readonly routes: readonly FastifyPluginAsyncZod[];
  readonly readiness: readonly ReadinessCheck[];
  /** Absent: `/api/ready` answers the checks alone. */
  readonly readState?: ReadReadinessState;
  readonly clock: WallClock;
  /** What every page shows above its content; absent: nothing. */
  readonly getNotice?: () => SiteNotice | null;
  /** Absent: there is never any. */
  readonly maintenance?: Omit<MaintenanceOptions, 'now'>;
  readonly accounts?: {
    /** Identity of the caller for the rate limit; null: the address. */
    readonly identify: (request: FastifyRequest) => Promise<string | null>;
    /** Errors that these accounts meet are not reported. */
    readonly isInternal: (email: string) => boolean;
  };
  /** Called after each response. */
  readonly observe?: (request: FastifyRequest, reply: FastifyReply) => void;
  /** Absent: this is the only process. */
  readonly rateStore?: RateStore | undefined;
  /** Absent: it is logged. */
  readonly onUnstatedError?: OnUnstatedError;
  /** Origin that pages report their errors to. */
  readonly reportsTo?: string | null;
  /** The built frontend; absent: API only. */
  readonly buildDir?: string;
  /** Origins whose scripts and frames the pages may load. */
  readonly partners?: readonly string[];
  /** Absent: yes. */
  readonly isLiveMarket?: boolean;
  /** Shows mails to everyone who can open the product. */
  readonly hasMailbox?: boolean;
}

/** Timeout for slow clients (slowloris). */
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 15_000;
const connectionsCheckingIntervalMs = 1_000;

/**
 * Composes the HTTP application without listening: the guards of every request first, then the
 * routes of the modules.
 */
export async function createApp(needs: AppContext): Promise<FastifyInstance> {
  const { config, accounts, observe, buildDir } = needs;
  const securityHeaders = getSecurityHeaders({ isHttps: config.publicUrl.startsWith('https:') });
  const app = fastify({
    loggerInstance: needs.logger,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: ({ url = '/' }) => readableUrl(url),
    genReqId: () => randomUUID(),
    // Redacting a child for each request takes 4 % of a short answer, so each line names its request itself.
    childLoggerFactory: (productLog) => productLog,
    bodyLimit: signalLimits.maxBodyBytes,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    requestTimeout: requestTimeoutMs,
    // While it stops, a proxy may still send requests on its open connections: they are answered.
    return503OnClosing: false,
    http: { headersTimeout: headersTimeoutMs, connectionsCheckingInterval: connectionsCheckingIntervalMs },
    clientErrorHandler: (error, socket) => answerClientError(error, socket, securityHeaders),
    frameworkErrors: (error, request, reply) =>
      // No hook has run.
      void answerWithError(error, request, reply.headers(securityHeaders).header('x-request-id', request.id)),
    routerOptions: { maxParamLength: 200 },
  }).withTypeProvider<ZodTypeProvider>();
  // Node would answer an unknown `Expect` with a bare 417: without headers, error or log.
  app.server.on('checkExpectation', (...call) => app.server.emit('request', ...call));
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  acceptJsonOnly(app);
  if (accounts) app.decorate('isInternal', accounts.isInternal);
  handleErrors(app, needs.onUnstatedError);
  logRequests(app);
  if (observe) app.addHook('onResponse', async (request, reply) => observe(request, reply));
  sendSecurityHeaders(app, securityHeaders);
  refuseCountries(app, config);
  if (needs.maintenance) refuseInMaintenance(app, { ...needs.maintenance, now: needs.clock.now });
  await limitRates(app, {
    perMinute: config.rateLimitPerMinute,
    identify: accounts?.identify,
    store: needs.rateStore,
  });
  if (config.rateLimitPerMinute > 0) paceDearAnswers(app);
  if (needs.hasMailbox) guardMailbox(app, config.publicUrl);
  await app.register(cookie);
  await describeApi(app, config);
  const answerFromFiles =
    buildDir === undefined
      ? null
      : await serveWebFiles(app, buildDir, {
          publicUrl: config.publicUrl,
          isLiveMarket: needs.isLiveMarket ?? true,
          partners: needs.partners ?? [],
          reportsTo: needs.reportsTo ?? null,
          getNotice: needs.getNotice ?? (() => null),
        });
  handleNotFound(app, answerFromFiles);
  for (const plugin of [healthRoutes(needs.readiness, needs.clock, needs.readState), ...needs.routes])
    await app.register(plugin);
  serveApiDocument(app);
  return app;
}

function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      { reqId: request.id, req: request, res: reply, ms: Math.round(reply.elapsedTime) },
      'request completed',
    );
  });
}

/** Accepts JSON only; a request without a body may still declare JSON, as many clients do. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}
