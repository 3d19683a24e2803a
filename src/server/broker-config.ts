import type { ConfigIssue, Environment } from './environment.ts';

export type BrokerConfig =
  /** Our own sandbox broker; apiUrl null: the product starts it as a separate process. */
  | {
      readonly kind: 'sandbox';
      readonly apiUrl: string | null;
      readonly partnerId: string | null;
      readonly apiToken: string;
      readonly referralUrl: string | null;
    }
  | {
      readonly kind: 'pocket';
      readonly apiUrl: string;
      readonly partnerId: string;
      readonly apiToken: string;
      readonly referralUrl: string;
      readonly balanceMode: 'minus_bonuses' | 'raw';
      /** Null: the broker does not report registrations to us. */
      readonly postbackKey: string | null;
    };

export function brokerOf(env: Environment): BrokerConfig {
  const referralUrl = env.BROKER_REFERRAL_URL ?? null;
  if (env.BROKER === 'sandbox')
    return {
      kind: 'sandbox',
      apiUrl: env.BROKER_API_URL ?? null,
      partnerId: env.BROKER_PARTNER_ID ?? null,
      apiToken: env.BROKER_API_TOKEN ?? '',
      referralUrl,
    };
  return {
    kind: 'pocket',
    apiUrl: env.BROKER_API_URL ?? 'https://affiliate.pocketoption.com',
    // Their absence was already reported as an error.
    partnerId: env.BROKER_PARTNER_ID ?? '',
    apiToken: env.BROKER_API_TOKEN ?? '',
    referralUrl: referralUrl ?? '',
    balanceMode: env.BROKER_BALANCE_MODE,
    postbackKey: env.BROKER_POSTBACK_KEY ?? null,
  };
}

/** Play money for real users requires an explicit setting. */
const brokerOutsideDemo = 'pocket, needed outside demo mode (or sandbox with the BROKER_API_URL of one that runs)';

const neededByPocket = ['BROKER_PARTNER_ID', 'BROKER_API_TOKEN', 'BROKER_REFERRAL_URL'];

/** Variables that the chosen broker needs and that are missing. */
export function brokerIssues(given: Readonly<Record<string, string>>, isDemo: boolean): ConfigIssue[] {
  if (given.BROKER === 'pocket')
    return neededByPocket
      .filter((name) => !given[name])
      .map((name) => ({ name, value: null, allowed: 'needed with BROKER=pocket' }));
  const { BROKER: broker = 'sandbox' } = given;
  return isDemo || broker !== 'sandbox' || given.BROKER_API_URL
    ? []
    : [{ name: 'BROKER', value: given.BROKER ?? null, allowed: brokerOutsideDemo }];
}
