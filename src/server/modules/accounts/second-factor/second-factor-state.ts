import type { SecondFactorState } from '#domain/accounts/second-factor.ts';
import type { OpenSession, ToUserDto } from '../accounts.api.ts';
import { isWaiting } from '../sessions/sessions.ts';

export type GetSecondFactorState = (session: OpenSession) => SecondFactorState;

interface SecondFactorStateOfDependencies {
  readonly toUserDto: ToUserDto;
  readonly adminsNeedFactor: boolean;
}

export const createGetSecondFactorState =
  ({ toUserDto, adminsNeedFactor }: SecondFactorStateOfDependencies): GetSecondFactorState =>
  (session) => {
    if (session.hasSecondFactor) return isWaiting(session) ? 'waiting' : 'passed';
    return adminsNeedFactor && toUserDto(session.user).roles.includes('admin') ? 'missing' : 'off';
  };
