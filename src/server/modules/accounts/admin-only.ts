import { apiError } from '#server/http/api-error.ts';
import { type Guard, userOf, type ToUserDto } from './accounts.api.ts';

/** For `onRequest`: rejects other users with 403 before anything is read or looked up. */
export const createAdminOnly = ({
  signedIn,
  toUserDto,
}: {
  signedIn: Guard;
  toUserDto: ToUserDto;
}): readonly Guard[] => [
  signedIn,
  async (request) => {
    if (!toUserDto(userOf(request)).roles.includes('admin')) throw apiError('forbidden');
    if (request.secondFactor === 'missing')
      throw apiError('second_factor_required', { phrase: 'second_factor_missing' });
  },
];
