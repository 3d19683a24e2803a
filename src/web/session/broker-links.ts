import { useQuery } from '@tanstack/react-query';
import type { BrokerLinks } from '#contract/traders.ts';
import { callQuery } from '../api/queries.ts';

/** What the server knows of the broker, and the addresses there; undefined until its answer. */
export const useBrokerLinks = (): BrokerLinks | undefined => useQuery(callQuery('GET /api/trader/links')).data;

/** Whether the broker sends lists (BROKER=manual): it answers no questions, so none is offered. */
export const useIsByList = (): boolean => useBrokerLinks()?.kind === 'manual';
