import { getErrorCode } from '#domain/caught-error.ts';
import { StartError } from '#node/start-error.ts';

/** What the operator can do about a server that cannot listen; null: it is another error. */
export function toListenError(error: unknown, port: number, host: string): StartError | null {
  const code = getErrorCode(error);
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is in use by another program.\nStop that program, or choose another port: PORT=${suggestPort(port)} npm start`,
    );
  }
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user. Choose one above 1023: PORT=3000`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new StartError(`HOST=${host} is no address of this machine. Use 127.0.0.1 (this machine only) or 0.0.0.0.`);
  }
  return null;
}

/** The next port is often taken too: the sandbox broker of a demo listens on PORT + 1. */
const suggestPort = (port: number): number => (port + 10 > 65_535 ? port - 10 : port + 10);
