import { connect, type Socket } from 'node:net';

/** Prices go out as one batch to everybody: its last bytes name it, its newest price tells when it could be known. */
export interface Delivery {
  readonly batch: string;
  readonly at: number;
  /** Milliseconds UTC. */
  readonly newestPrice: number;
}

const headEnd = '\r\n\r\n';

/** One reader of /api/events without an HTTP library: thousands of them must not be what is measured. */
export function openStream(url: string, token: string, onDelivery: (delivery: Delivery) => void): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    let isOpen = false;
    const open = (): void => {
      const end = text.indexOf(headEnd);
      if (end < 0) return;
      if (!text.startsWith('HTTP/1.1 200')) reject(new Error(`the stream answers ${text.split('\r\n')[0]}`));
      isOpen = true;
      text = text.slice(end + headEnd.length);
      resolve(socket);
    };
    socket.setEncoding('latin1');
    socket.once('error', reject);
    socket.on('data', (chunk: string) => {
      text += chunk;
      if (!isOpen) open();
      // A chunk of the transfer encoding ends behind the empty line of its last event.
      if (!text.endsWith('\n\n\r\n')) return;
      const delivery = deliveryOf(text);
      text = '';
      if (delivery) onDelivery(delivery);
    });
    socket.write(`GET /api/events HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  });
}

function deliveryOf(text: string): Delivery | null {
  const at = Date.now();
  if (!text.includes('event: tick')) return null;
  const times = [...text.matchAll(/"time":"([^"]+)"/g)].map((found) => Date.parse(found[1] ?? ''));
  return { batch: text.slice(-200), at, newestPrice: Math.max(...times) };
}
