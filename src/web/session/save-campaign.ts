import { isCampaign } from '#domain/accounts/campaign.ts';
import { writeStored } from '../storage/stored.ts';

/** `?campaign=` of a referral link, on whichever page it leads to: kept until somebody registers. Junk is no campaign. */
export function saveCampaign(search: string): void {
  const campaign = new URLSearchParams(search).get('campaign')?.trim();
  if (isCampaign(campaign)) writeStored('campaign', campaign);
}
