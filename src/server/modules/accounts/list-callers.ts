import type { FastifyRequest } from 'fastify';
import type { WhoCalls } from './accounts.api.ts';
import { refreshCookie } from './sessions/refresh-cookie.ts';
import type { Sessions } from './sessions/sessions.ts';

/** The users of the login sessions that a request presents: by its access token and by its cookie. */
export type ListCallers = (request: FastifyRequest) => Promise<string[]>;

interface Needs {
  readonly publicUrl: string;
  readonly sessions: Pick<Sessions, 'findUserId'>;
  readonly whoCalls: WhoCalls;
}

export const createListCallers = ({ publicUrl, sessions, whoCalls }: Needs): ListCallers => {
  const cookie = refreshCookie(publicUrl);
  return async (request) => {
    const session = await whoCalls(request);
    const refreshToken = request.cookies[cookie.name];
    const ofCookie = refreshToken && (await sessions.findUserId(refreshToken));
    return [...(session ? [session.user.id] : []), ...(ofCookie ? [ofCookie] : [])];
  };
};
