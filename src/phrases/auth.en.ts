import type { authUk } from './auth.uk.ts';
import type { Translation } from './translation.ts';

export const authEn: Translation<typeof authUk> = {
  login: {
    pageTitle: 'Sign in',
    title: 'Welcome back',
    lead: 'Sign in to get signals.',
    email: 'E-mail',
    emailMissing: 'Enter your email address',
    password: 'Password',
    passwordMissing: 'Enter your password',
    showPassword: 'Show the password',
    hidePassword: 'Hide the password',
    capsLock: 'Caps Lock is on',
    submit: 'Sign in',
    aside: '57% is a needle just above the horizon. That is how we draw it.',
    example: 'Example',
  },
};
