import { queryOptions } from '@tanstack/react-query';
import { secondFactorPaths } from '#contract/paths.ts';
import type { ConfirmBody, NewTotp, RecoveryCodes, SecondFactor } from '#contract/second-factor.ts';
import { getJson, sendRequest } from '../request.ts';

const post = { method: 'POST' } as const;

export const getSecondFactor = (): Promise<SecondFactor> => getJson(secondFactorPaths.state);

export const secondFactorQuery = queryOptions({ queryKey: ['second-factor'], queryFn: getSecondFactor, staleTime: 0 });

export const confirm = (body: ConfirmBody): Promise<void> =>
  sendRequest(secondFactorPaths.confirm, { method: 'POST', body });

export const startTotp = (): Promise<NewTotp> => getJson(secondFactorPaths.totp, post);

export const addTotp = (code: string): Promise<RecoveryCodes> =>
  getJson(secondFactorPaths.totpCode, { method: 'POST', body: { code } });

export const removeTotp = (): Promise<void> => sendRequest(secondFactorPaths.totp, { method: 'DELETE' });

export const renewRecoveryCodes = (): Promise<RecoveryCodes> => getJson(secondFactorPaths.recoveryCodes, post);
