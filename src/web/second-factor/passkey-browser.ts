import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser';

/** Lazy-loaded when a passkey is used: no page needs it before. */
const webauthn = () => import('@simplewebauthn/browser');

export const addPasskeyHere = async (
  optionsJSON: PublicKeyCredentialCreationOptionsJSON,
): Promise<RegistrationResponseJSON> => (await webauthn()).startRegistration({ optionsJSON });

export const answerWithPasskey = async (
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON> => (await webauthn()).startAuthentication({ optionsJSON });
