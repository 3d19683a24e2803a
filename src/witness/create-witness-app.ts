import { createHash } from 'node:crypto';
import { type FastifyInstance, fastify } from 'fastify';
import type { WitnessAnswer } from './add-checkpoint.ts';
import type { WitnessState } from './witness-state.ts';

interface WitnessAppDependencies {
  readonly state: WitnessState;
  readonly addCheckpoint: (body: string) => Promise<WitnessAnswer>;
}

/** C2SP signed-note: sixteen signatures, of which some may be post-quantum ones of 5 kB. */
const maxBytes = 128 * 1024;

/** The HTTP interface of C2SP tlog-witness; submission and monitoring prefix are the same. */
export function createWitnessApp({ state, addCheckpoint }: WitnessAppDependencies): FastifyInstance {
  const app = fastify({ bodyLimit: maxBytes });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  app.post('/add-checkpoint', async (request, reply) => {
    const text = request.body instanceof Uint8Array ? decode(request.body) : null;
    const { status, body } = text === null ? notText : await addCheckpoint(text);
    const type = status === 409 ? 'text/x.tlog.size' : 'text/plain; charset=utf-8';
    return reply.code(status).header('content-type', type).send(body);
  });

  app.get<{ Params: { hash: string } }>('/:hash/checkpoint', async (request, reply) => {
    const log = state.list().find(({ origin }) => computeHash(origin) === request.params.hash);
    reply.header('content-type', 'text/plain; charset=utf-8');
    return log?.note ? reply.send(log.note) : reply.code(404).send('no checkpoint of this log\n');
  });
  return app;
}

const notText = { status: 400, body: 'not text\n' } as const;

const computeHash = (origin: string): string => createHash('sha256').update(origin).digest('hex');

/** Null: not UTF-8, or with control characters, which C2SP signed-note forbids. */
function decode(body: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    // oxlint-disable-next-line no-control-regex -- these characters are what is rejected
    return /[\u0000-\u0009\u000b-\u001f]/.test(text) ? null : text;
  } catch {
    return null;
  }
}
