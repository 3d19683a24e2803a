import { isCampaign } from '#domain/accounts/campaign.ts';
import { writeStored } from '../storage/stored.ts';

/**
 * Saves `?campaign=` of a referral link on any page until registration. An invalid value is
 * ignored.
 */
export function saveCampaign(search: string): void {
  const campaign = new URLSearchParams(search).get('campaign')?.trim();
  if (isCampaign(campaign)) writeStored('campaign', campaign);
}
