/** Apart from the shapes, so that pages for visitors know addresses without carrying a validator. */
export const accountPaths = {
  registration: '/api/registration',
  login: '/api/login',
  logout: '/api/logout',
  refresh: '/api/refresh',
  resendActivation: '/api/resend-activation',
  activate: '/api/auth/activate/:link',
  forgotPassword: '/api/forgot-password',
  resetPassword: '/api/reset-password/:resetLink',
  captcha: '/api/captcha',
  captchaChallenge: '/api/captcha/challenge',
  sessions: '/api/sessions',
  session: '/api/sessions/:id',
  changeEmail: '/api/change-email',
  mailbox: '/api/mailbox',
  mailboxMail: '/api/mailbox/:id',
} as const;
