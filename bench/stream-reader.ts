import { connect, type Socket } from 'node:net';

/** What a reader asks with, and how what it reads is told apart. */
export interface Wire {
  readonly head: string;
  /** Of the answer that opens it. */
  readonly opened: string;
  /** The last bytes of every batch, and of nothing else that is measured. */
  readonly ending: Buffer;
}

/** `bytes` are whoever's next: read them at once. */
export type OnBatch = (bytes: Buffer) => void;

/** All readers read into the same memory, one after the other: thousands of them must not be what is measured. */
const memory = Buffer.alloc(1 << 18);

/** One reader without a library: it looks at the last bytes of what comes, and no further. */
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
