/**
 * Separate from the schemas, so that public pages can import the paths without bundling the
 * validator.
 */
export const recordPaths = {
  record: '/api/record',
  proof: '/api/record/proof/:id',
  consistency: '/api/record/consistency',
  checkpoint: '/api/record/checkpoint',
  checkpoints: '/api/record/checkpoints',
  key: '/api/record/key',
  keys: '/api/record/keys',
  models: '/api/record/models',
  export: '/api/record/export/:day',
  bars: '/api/record/bars/:day',
  model: '/api/record/model/:hash',
  summary: '/api/record/summary',
  entries: '/api/record/entries',
  entry: '/api/record/entry/:id',
  overall: '/api/record/overall',
  equity: '/api/record/equity',
  replay: '/api/record/replay',
  newest: '/api/record/newest',
  coverage: '/api/record/coverage',
  recap: '/api/record/recap',
  tile: '/api/record/tile/:level/*',
  tileEntries: '/api/record/tile/entries/*',
} as const;
