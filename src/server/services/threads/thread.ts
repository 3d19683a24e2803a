import { on } from 'node:events';
import { parentPort, Worker } from 'node:worker_threads';
import type { JudgedDay, StartJudging, WrittenStatistics } from '../../modules/calibration/calibration.api.ts';

/** A thread of this process. Each request is answered, by one message or several, before the next one. */
interface Thread<Request, Answer> {
  post(request: Request): void;
  /** The next message; rejects with an error of the thread, or when it has ended. */
  next<Own extends Answer>(): Promise<Own>;
  close(): Promise<void>;
}

export function startThread<Request, Answer>(file: URL, workerData: unknown): Thread<Request, Answer> {
  const worker = new Worker(file, { workerData });
  // Ends with the thread; an error in it is thrown here.
  const messages = on(worker, 'message', { close: ['exit'] });
  return {
    post: (request) => worker.postMessage(request),
    next: async <Own extends Answer>() => {
      const { value } = await messages.next();
      if (value === undefined) throw new Error(`the thread of ${file.pathname.split('/').at(-1)} has ended`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- posted by answerRequests
      return value[0] as Own;
    },
    close: async () => {
      await worker.terminate();
    },
  };
}

/** Runs in the thread. */
export async function answerRequests<Request, Answer>(
  answer: (request: Request) => Iterable<Answer> | AsyncIterable<Answer>,
): Promise<void> {
  if (!parentPort) return;
  for await (const [posted] of on(parentPort, 'message')) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- posted to a Thread of the same types
    const request = posted as Request;
    for await (const message of answer(request)) parentPort.postMessage(message);
  }
}

const daysWorker = new URL('./days-worker.ts', import.meta.url);

/** Runs the models over past days in a thread of its own, which takes about a second for each day. */
export const judgeDaysInThread =
  (modelsFolder: URL): StartJudging =>
  () => {
    const { post, next, close } = startThread<JudgedDay, WrittenStatistics>(daysWorker, modelsFolder.href);
    return {
      judge: (day) => {
        post(day);
        return next();
      },
      close,
    };
  };
