import { adminPaths, CampaignReport } from '#contract/admin.ts';
import { call, fetchFile } from './call.ts';

/** UTC days, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const addressOf = (period: Period): string => `${adminPaths.campaigns}?${new URLSearchParams({ ...period })}`;

export const getCampaigns = (period: Period): Promise<CampaignReport> => call(addressOf(period), CampaignReport);

export const getCampaignsCsv = (period: Period): Promise<Blob> => fetchFile(addressOf(period), 'text/csv');
