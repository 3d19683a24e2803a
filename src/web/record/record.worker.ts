import { checkRecord, NoSuchEntry, type RecordTask } from './check-record.ts';
import { NoAnswer } from './fetch-record.ts';
import type { FromWorker, RecordErrorCode } from './ask-record.ts';

const send = (message: FromWorker): void => globalThis.postMessage(message);

addEventListener('message', ({ data }: MessageEvent<RecordTask>) => {
  checkRecord(data, (done) => send({ kind: 'progress', done })).then(
    (answer) => send({ kind: 'answer', answer }),
    (error: unknown) => send({ kind: 'failed', code: toErrorCode(error) }),
  );
});

function toErrorCode(error: unknown): RecordErrorCode {
  if (error instanceof NoSuchEntry || (error instanceof NoAnswer && error.isClientError)) return 'not_found';
  return error instanceof NoAnswer && error.status === null ? 'offline' : 'unreadable';
}
