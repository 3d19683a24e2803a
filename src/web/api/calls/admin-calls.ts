import { adminPaths, type CampaignReport } from '#contract/admin/admin.ts';
import { confirming } from '../../second-factor/confirm-again.ts';
import { fetchFile, getJson } from '../request.ts';

/** UTC days, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const addressOf = (period: Period): string => `${adminPaths.campaigns}?${new URLSearchParams({ ...period })}`;

export const getCampaigns = (period: Period): Promise<CampaignReport> => getJson<CampaignReport>(addressOf(period));

export const getCampaignsCsv = (period: Period): Promise<Blob> =>
  confirming(() => fetchFile(addressOf(period), 'text/csv'));
