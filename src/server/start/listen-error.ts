import { getErrorCode } from '#domain/caught-error.ts';
import { StartError } from '#node/start-error.ts';

/**
 * What the operator can do about a server that cannot listen; null: it is another error. `prefix`: of
 * the settings PORT and HOST that the address is from.
 */
export function toListenError(
  error: unknown,
  { port, host }: { readonly port: number; readonly host: string },
  prefix: '' | 'METRICS_' = '',
): StartError | null {
  const code = getErrorCode(error);
  if (code === 'EADDRINUSE') {
    return new StartError(
      `Port ${port} on ${host} is in use by another program.\nStop that program, or choose another port: ${prefix}PORT=${suggestPort(port)} npm start`,
    );
  }
  if (code === 'EACCES')
    return new StartError(`Port ${port} may not be used by this user. Choose one above 1023 with ${prefix}PORT.`);
  if (code === 'EADDRNOTAVAIL' || code === 'EINVAL' || code === 'ENOTFOUND') {
    return new StartError(
      `${prefix}HOST=${host} is no address of this machine. Use 127.0.0.1 (this machine only) or 0.0.0.0.`,
    );
  }
  return null;
}

/** The next port is often taken too: the sandbox broker of a demo listens on PORT + 1. */
const suggestPort = (port: number): number => (port + 10 > 65_535 ? port - 10 : port + 10);
