import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fastify, type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { getErrorMessage } from '#domain/caught-error.ts';
import { isSignedBy, parseVkey, toWitnessVkey } from '#node/notes.ts';
import { StartError } from '#node/start-error.ts';
import { findBrokenHandover } from '#record/record-handover.ts';
import { createAddCheckpoint, type WitnessAnswer } from './add-checkpoint.ts';
import { lockFolder } from './lock-folder.ts';
import { createWitnessKey, readWitnessKey, type WitnessKey } from './witness-key.ts';
import { assertCosigned, createState, readState, type StateDependencies, type WitnessState } from './witness-state.ts';

interface WitnessOptions {
  readonly host: string;
  readonly port: number;
  readonly folder: string;
  /** Name of a key that is created now; an existing one retains its name. */
  readonly name: string;
  /** Besides those in the state: verifier keys, or addresses from which a key is read once. */
  readonly logs: readonly string[];
  readonly print: (line: string) => void;
}

/** Starts a witness; its last line at the start is the operator's setting for a log. */
export async function runWitness(options: WitnessOptions): Promise<{ stop(): Promise<void> }> {
  const { host, port, print } = options;
  const { key, state, close } = await openWitness(options);
  try {
    await watchLogs({ ...options, state });
    if (state.list().length === 0) throw new StartError('There is no log to watch: name one with --log.');
    const onContradiction = (note: string): void => print(`a log contradicts what it signed before:\n${note}`);
    const addCheckpoint = createAddCheckpoint({ key, state, clock: Date, onContradiction });
    const app = createWitnessApp({ state, addCheckpoint });
    await app.listen({ host, port });
    for (const { origin, vkey } of state.list()) print(`watches ${origin}, signed by ${vkey}`);
    print(`WITNESSES=${toWitnessVkey(key)} ${getAddress(app.server.address(), host, port)}`);
    return {
      stop: async () => {
        app.server.closeAllConnections();
        await app.close();
        close();
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

interface OpenWitnessDependencies extends Pick<WitnessOptions, 'folder' | 'name'> {
  readonly onStep?: StateDependencies['onStep'];
}

interface OpenWitness {
  readonly key: WitnessKey;
  readonly state: WitnessState;
  /** Lets another process open this folder. */
  close(): void;
}

/**
 * Opens the folder of a witness: its key and its state. Both are created at the first start; if one
 * of them is missing later, it refuses to start.
 */
export async function openWitness({ folder, name, onStep }: OpenWitnessDependencies): Promise<OpenWitness> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const close = lockFolder(folder);
  try {
    const paths = { key: join(folder, 'key'), state: join(folder, 'state.json') };
    const needs = { path: paths.state, onStep };
    const [known, saved] = [readWitnessKey(paths.key), readState(needs)];
    if (known && !saved) throw missing(paths.state, 'a witness without its state could cosign another history');
    if (!known && saved?.list().some(({ note }) => note !== null))
      throw missing(paths.key, 'a new key would be another witness');
    if (known && saved) assertCosigned(saved, known, paths.state);
    removeDrafts(folder);
    // The state first: a key without a state is never used.
    const state = saved ?? (await createState(needs));
    return { key: known ?? createWitnessKey(paths.key, name), state, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** What a process that was killed had not finished writing. */
function removeDrafts(folder: string): void {
  const drafts = readdirSync(folder).filter((name) => /\.[0-9a-f-]{36}$/.test(name));
  for (const draft of drafts) rmSync(join(folder, draft), { force: true });
}

const missing = (path: string, why: string): StartError =>
  new StartError(`${path} is missing.\nRestore this file from the newest backup: ${why}.`);

interface WatchLogsDependencies extends Pick<WitnessOptions, 'logs' | 'print'> {
  readonly state: WitnessState;
}

/**
 * Adds the logs to the state. A log that is in it keeps its key: only a hand-over, signed by the
 * old key, changes it.
 */
export async function watchLogs({ state, logs, print }: WatchLogsDependencies): Promise<void> {
  for (const log of logs) {
    const isAddress = URL.canParse(log) && /^https?:$/.test(new URL(log).protocol);
    if (isAddress && state.list().some(({ url }) => url === log)) continue;
    const vkey = isAddress ? await readLogKey(log) : log;
    const origin = parseVkey(vkey)?.name;
    if (origin === undefined) throw new StartError(`--log ${log}: neither the verifier key of a log nor an address.`);
    const known = state.find(origin);
    if (!known) await state.save({ origin, vkey, url: isAddress ? log : null, note: null });
    else if (known.vkey !== vkey) print(`${origin} is watched under ${known.vkey}: another key needs a hand-over.`);
  }
}

const Keys = z
  .array(z.object({ vkey: z.string(), fromSize: z.number().int(), handover: z.string().nullable() }))
  .min(1);

const keyWithinMs = 10_000;

/** Trust on first use: the current key of a record, at the end of its hand-overs. */
async function readLogKey(address: string): Promise<string> {
  try {
    const url = new URL('/api/record/keys', address);
    const answer = await fetch(url, { signal: AbortSignal.timeout(keyWithinMs), redirect: 'error' });
    if (!answer.ok) throw new Error(`${url.href} answered ${answer.status}`);
    const keys = Keys.parse(await answer.json());
    const broken = findBrokenHandover(keys, isSignedBy);
    if (broken) throw new Error(`the record was not handed over to ${broken.vkey}`);
    return keys.at(-1)?.vkey ?? '';
  } catch (error) {
    throw new StartError(`--log ${address}: its key could not be read (${getErrorMessage(error)}).`);
  }
}

interface WitnessAppDependencies {
  readonly state: WitnessState;
  readonly addCheckpoint: (body: string) => Promise<WitnessAnswer>;
}

/** C2SP signed-note: sixteen signatures, of which some may be post-quantum ones of 5 kB. */
const maxBytes = 128 * 1024;

const notText = { status: 400, body: 'not text\n' } as const;

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

const computeHash = (origin: string): string => createHash('sha256').update(origin).digest('hex');

function getAddress(bound: AddressInfo | string | null, host: string, port: number): string {
  const name = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const used = typeof bound === 'object' && bound ? bound.port : port;
  return `http://${name.includes(':') ? `[${name}]` : name}:${used}`;
}
