import { connect, type Socket } from 'node:net';

/** How a reader opens a stream, and how its messages are recognised. */
export interface Wire {
  readonly head: string;
  /** Text of the opening answer. */
  readonly opened: string;
  /** The last bytes of every batch, and of nothing else that is measured. */
  readonly ending: Buffer;
}

/** `bytes` are a shared buffer that the next read overwrites: use them at once. */
export type OnBatch = (bytes: Buffer) => void;

/**
 * All readers read into the same buffer, so that thousands of buffers are not part of the
 * measurement.
 */
const memory = Buffer.alloc(1 << 18);

/** A reader without a library: it inspects only the last bytes of each chunk. */
export function openReader(url: string, { head, opened, ending }: Wire, onBatch: OnBatch): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let isOpen = false;
    const read = (count: number, bytes: Uint8Array): boolean => {
      const batch = Buffer.from(bytes.buffer, bytes.byteOffset, count);
      if (isOpen && batch.subarray(-ending.length).equals(ending)) onBatch(batch);
      if (isOpen) return true;
      isOpen = batch.toString('latin1', 0, opened.length) === opened;
      if (isOpen) resolve(socket);
      else reject(new Error(`the stream answers ${batch.toString('latin1', 0, 80).split('\r\n')[0]}`));
      return true;
    };
    const socket = connect({ host: hostname, port: Number(port), onread: { buffer: memory, callback: read } });
    socket.once('error', reject);
    socket.write(head);
  });
}
