/**
 * The addresses of the API, separate from the schemas, so that pages import them without bundling
 * the validator.
 */
export const accountPaths = {
  registration: '/api/registration',
  login: '/api/login',
  logout: '/api/logout',
  refresh: '/api/refresh',
  resendActivation: '/api/resend-activation',
  activate: '/api/auth/activate/:link',
  linkedRegistration: '/api/auth/activate/:link/registration',
  forgotPassword: '/api/forgot-password',
  resetPassword: '/api/reset-password/:resetLink',
  captcha: '/api/captcha',
  captchaChallenge: '/api/captcha/challenge',
  sessions: '/api/sessions',
  session: '/api/sessions/:id',
  language: '/api/user/language',
  tours: '/api/user/tours',
  exportData: '/api/user/export',
  deleteAccount: '/api/user/delete',
  changeEmail: '/api/change-email',
  emailChange: '/api/user/email',
  confirmEmailChange: '/api/user/email/confirm/:link',
  mailbox: '/api/mailbox',
  mailboxMail: '/api/mailbox/:id',
} as const;

export const alertPaths = {
  alerts: '/api/alerts',
  pushKey: '/api/push/key',
  pushSubscriptions: '/api/push/subscriptions',
  pushSubscription: '/api/push/subscriptions/:id',
} as const;

export const alertMailPaths = { unsubscribe: '/api/user/alert-mail/unsubscribe/:token' } as const;

export const contestPaths = {
  contest: '/api/user/contest',
  join: '/api/user/joinContest',
  screenshots: '/api/user/contest/screenshots',
  adminContest: '/api/admin/contest',
  adminDraw: '/api/admin/contest/draw',
  adminScreenshot: '/api/admin/contest/screenshots/:id',
  adminWinner: '/api/admin/contest/winners/:userId',
} as const;

export const digestPaths = {
  mail: '/api/user/digest-mail',
  unsubscribe: '/api/user/digest-mail/unsubscribe/:token',
} as const;

export const payoutPaths = { payout: '/api/payout' } as const;

export const recordPaths = {
  record: '/api/record',
  checkpoint: '/api/record/checkpoint',
  checkpoints: '/api/record/checkpoints',
  tile: '/api/record/tile/:level/*',
  tileEntries: '/api/record/tile/entries/*',
  entries: '/api/record/entries',
  entry: '/api/record/entry/:index',
  figures: '/api/record/figures',
  coverage: '/api/record/coverage',
  bars: '/api/record/bars/:day',
  model: '/api/record/model/:sha256',
} as const;

export const reviewPaths = {
  reviews: '/api/reviews',
  adminReviews: '/api/admin/reviews',
  adminReview: '/api/admin/reviews/:id',
} as const;

export const secondFactorPaths = {
  state: '/api/second-factor',
  totp: '/api/second-factor/totp',
  totpCode: '/api/second-factor/totp/code',
  recoveryCodes: '/api/second-factor/recovery-codes',
  confirm: '/api/second-factor/confirm',
} as const;

export const signalPaths = {
  signal: '/python_api/signal',
  signalByName: '/python_api/signal/:name',
  chase: '/python_api/signal/M2/:id',
  explain: '/python_api/signal/:name/explain/:id',
  price: '/python_api/price/:symbol',
  outlook: '/python_api/outlook',
  pairOutlook: '/python_api/outlook/pairs',
  symbols: '/python_api/symbols',
  bars: '/python_api/bars/:symbol',
  userSignals: '/api/signal/user/:id',
  deleteSignal: '/api/signal/delete/:id',
  voidSignal: '/api/signal/user/admin/deleteSignal/:id',
  startAutoRun: '/api/signal/start',
  stopAutoRun: '/api/signal/stop',
  session: '/api/signal/session',
  workingStats: '/api/signal/workingStats',
} as const;

export const telegramPaths = { link: '/api/telegram/link' } as const;

export const traderPaths = {
  info: '/api/trader/info/:id',
  check: '/api/trader/check',
  referralId: '/api/referral-id',
  registrations: '/api/broker/registrations',
  links: '/api/trader/links',
} as const;

export const sitePath = '/api/site';

/** Where bare `/` sends visitors without scripts: the server redirects them to their language. */
export const withoutScriptsPath = '/?without-scripts';
export const errorReportsPath = '/api/site/error-reports';

/**
 * Placeholder for the site's address in built pages. Only the operator knows the address
 * (PUBLIC_URL), so the server inserts it at startup.
 */
export const originMark = 'https://origin.invalid';
