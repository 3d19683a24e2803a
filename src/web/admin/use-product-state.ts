import { useQuery } from '@tanstack/react-query';
import { getModels, getOverview, getSystem } from '../api/admin-state-calls.ts';

/** Polls the system state while the page is visible. */
export const useSystem = (everyMs: number) =>
  useQuery({ queryKey: ['admin', 'system'], queryFn: getSystem, refetchInterval: everyMs });

export const useOverview = (everyMs: number) =>
  useQuery({ queryKey: ['admin', 'overview'], queryFn: getOverview, refetchInterval: everyMs });

export const useModels = (everyMs: number) =>
  useQuery({ queryKey: ['admin', 'models'], queryFn: getModels, refetchInterval: everyMs });
