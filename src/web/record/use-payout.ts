import { usualPayout } from '#domain/signals/stake-rule.ts';
import { useSiteSettings } from '../theme/site-settings.ts';

/**
 * Share of the stake that a win pays, by the operator's settings; the usual one until they are
 * loaded.
 */
export const usePayout = (): number => useSiteSettings()?.payout ?? usualPayout;
