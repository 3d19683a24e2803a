import { problem } from '#server/http/problem.ts';
import { type Guard, userOf } from './signed-in.ts';
import type { WireUser } from './wire-user.ts';

/** For `onRequest`: an outsider hears 403 before anything is read or looked up. */
export const createAdminOnly = ({ signedIn, wireUser }: { signedIn: Guard; wireUser: WireUser }): readonly Guard[] => [
  signedIn,
  async (request) => {
    if (!wireUser(userOf(request)).roles.includes('admin')) throw problem('forbidden');
  },
];
