/**
 * Separate from the schemas, so that visitor pages can import the paths without bundling the
 * validator.
 */
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
  language: '/api/user/language',
  exportData: '/api/user/export',
  deleteAccount: '/api/user/delete',
  changeEmail: '/api/change-email',
  emailChange: '/api/user/email',
  confirmEmailChange: '/api/user/email/confirm/:link',
  undoEmailChange: '/api/user/email/undo/:link',
  mailbox: '/api/mailbox',
  mailboxMail: '/api/mailbox/:id',
} as const;
