import { getModels, getOverview, getSystem } from '../api/calls/admin-calls.ts';
import { useRead } from '../api/use-read.ts';

/** Polls the system state while the page is visible. */
export const useSystem = (everyMs: number) => useRead(['admin', 'system'], getSystem, { refetchInterval: everyMs });

export const useOverview = (everyMs: number) =>
  useRead(['admin', 'overview'], getOverview, { refetchInterval: everyMs });

export const useModels = (everyMs: number) => useRead(['admin', 'models'], getModels, { refetchInterval: everyMs });
