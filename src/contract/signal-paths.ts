/**
 * Separate from the schemas, so that visitor pages can import the paths without bundling the
 * validator.
 */
export const signalPaths = {
  signal: '/python_api/signal',
  signalByName: '/python_api/signal/:name',
  chase: '/python_api/signal/M2/:id',
  explain: '/python_api/signal/:name/explain/:id',
  price: '/python_api/price/:symbol',
  outlook: '/python_api/outlook',
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
