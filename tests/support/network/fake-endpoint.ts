import type { IncomingHttpHeaders, IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { testCertificate, testCertificateKey } from './test-certificate.ts';
import { closeServer, listenLocally } from './local-server.ts';

interface ReceivedPost {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** An https server of a user: it saves what it receives, and answers as the test wants. */
export interface FakeEndpoint {
  readonly url: string;
  readonly port: number;
  readonly received: ReceivedPost[];
  /** The status of the next answers, or how to answer. */
  answer: number | RequestListener;
  close(): Promise<void>;
}

export async function startFakeEndpoint(host = '127.0.0.1'): Promise<FakeEndpoint> {
  const received: ReceivedPost[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) });
    if (typeof endpoint.answer === 'number') response.writeHead(endpoint.answer).end('an answer that is not read');
    else endpoint.answer(request, response);
  };
  const server = createServer({ key: testCertificateKey, cert: testCertificate }, (request, response) => {
    void receive(request, response);
  });
  const port = await listenLocally(server, { host });
  const endpoint: FakeEndpoint = {
    url: `https://localhost:${port}/hook`,
    port,
    received,
    answer: 204,
    close: () => closeServer(server),
  };
  return endpoint;
}
