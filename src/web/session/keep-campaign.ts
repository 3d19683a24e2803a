import { Campaign } from '#contract/accounts.ts';
import { writeStored } from '../storage/stored.ts';

/** `?campaign=` of a referral link, on whichever page it leads to: kept until somebody registers. Junk is no campaign. */
export function keepCampaign(search: string): void {
  const parsed = Campaign.safeParse(new URLSearchParams(search).get('campaign'));
  if (parsed.success) writeStored('campaign', parsed.data);
}
