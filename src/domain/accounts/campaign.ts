/** Allowed characters of a campaign in a referral link: safe to display in any context. */
export const campaignPattern = /^[\w.~-]+$/;
export const campaignMaxLength = 64;

export const isCampaign = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= campaignMaxLength && campaignPattern.test(value);
