/** What a referral link may carry: harmless wherever it is shown. */
export const campaignPattern = /^[\w.~-]+$/;
export const campaignMaxLength = 64;

export const isCampaign = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= campaignMaxLength && campaignPattern.test(value);
