import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';
import { queryOptions } from '@tanstack/react-query';
import { secondFactorPaths } from '#contract/paths.ts';
import type { ConfirmBody, EnrolledFactor, NewTotp, RecoveryCodes, SecondFactor } from '#contract/second-factor.ts';
import { fillPath, getJson, sendRequest } from '../request.ts';

const post = { method: 'POST' } as const;

export const getSecondFactor = (): Promise<SecondFactor> => getJson(secondFactorPaths.state);

export const secondFactorQuery = queryOptions({ queryKey: ['second-factor'], queryFn: getSecondFactor, staleTime: 0 });

export const confirm = (body: ConfirmBody): Promise<void> =>
  sendRequest(secondFactorPaths.confirm, { method: 'POST', body });

export async function confirmWithPasskey(): Promise<void> {
  const options = await getJson<Parameters<typeof answerWithPasskey>[0]>(secondFactorPaths.confirmOptions, post);
  const response = await answerWithPasskey(options);
  await sendRequest(secondFactorPaths.confirm, { method: 'POST', body: { by: 'passkey', response } });
}

const answerWithPasskey = async (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> => (await webauthn()).startAuthentication({ optionsJSON });

export async function addPasskey(): Promise<EnrolledFactor> {
  const options = await getJson<Parameters<typeof addPasskeyHere>[0]>(secondFactorPaths.passkeyOptions, post);
  const response = await addPasskeyHere(options);
  return getJson<EnrolledFactor>(secondFactorPaths.passkeys, { method: 'POST', body: { response } });
}

const addPasskeyHere = async (optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<RegistrationResponseJSON> =>
  (await webauthn()).startRegistration({ optionsJSON });

/** Lazy-loaded when a passkey is used: no page needs it before. */
const webauthn = () => import('@simplewebauthn/browser');

export const removePasskey = (id: string): Promise<void> =>
  sendRequest(fillPath(secondFactorPaths.passkey, id), { method: 'DELETE' });

export const startTotp = (): Promise<NewTotp> => getJson(secondFactorPaths.totp, post);

export const addTotp = (code: string): Promise<EnrolledFactor> =>
  getJson(secondFactorPaths.totpCode, { method: 'POST', body: { code } });

export const removeTotp = (): Promise<void> => sendRequest(secondFactorPaths.totp, { method: 'DELETE' });

export const renewRecoveryCodes = (): Promise<RecoveryCodes> => getJson(secondFactorPaths.recoveryCodes, post);
