import { brandFolder, readBrand } from '#server/config/brand.ts';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { type AppContext, createApp } from '#server/app.ts';
import { createLogger } from '#server/http/logger.ts';

interface TestAppOptions extends Partial<Omit<AppContext, 'config'>> {
  readonly config?: Partial<AppContext['config']>;
  /** Receives each entry of the log as it is written. */
  readonly onLog?: (line: string) => void;
}

/** The real app without a network: call it by `app.inject`. Its log is silent unless requested. */
export async function createTestApp({ config, onLog, ...needs }: TestAppOptions = {}): Promise<FastifyInstance> {
  const app = await createApp({
    routes: [],
    readiness: [],
    clock: Date,
    logger: testLogger(onLog),
    onUnstatedError: failTest,
    ...needs,
    config: { ...testConfig, ...config },
  });
  await app.ready();
  return app;
}

/** The call ends with 500. */
const failTest: NonNullable<AppContext['onUnstatedError']> = (code, { routeOptions: { method, url } }) => {
  throw new Error(`${String(method)} ${url} ended with ${code}, which it does not state`);
};

const testConfig: AppContext['config'] = {
  brand: readBrand(brandFolder()).brand,
  publicUrl: 'http://localhost:3000',
  rateLimitPerMinute: 0,
  trustProxy: [],
  countries: { blocked: [], header: '' },
};

const testLogger = (onLog: TestAppOptions['onLog']): FastifyBaseLogger =>
  onLog ? createLogger('trace', { write: onLog }) : createLogger('silent');
