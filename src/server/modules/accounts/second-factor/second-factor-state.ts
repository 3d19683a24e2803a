import type { SecondFactorState } from '#domain/accounts/second-factor.ts';
import type { OpenSession, ToUserDto } from '../accounts.api.ts';
import { isWaiting } from '../sessions/sessions.ts';

export type SecondFactorStateOf = (session: OpenSession) => SecondFactorState;

interface SecondFactorStateOfDependencies {
  readonly toUserDto: ToUserDto;
  readonly adminsNeedFactor: boolean;
}

export const createSecondFactorStateOf =
  ({ toUserDto, adminsNeedFactor }: SecondFactorStateOfDependencies): SecondFactorStateOf =>
  (session) => {
    if (session.hasSecondFactor) return isWaiting(session) ? 'waiting' : 'passed';
    return adminsNeedFactor && toUserDto(session.user).roles.includes('admin') ? 'missing' : 'off';
  };
