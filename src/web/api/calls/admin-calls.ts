import { adminPaths, type CampaignReport } from '#contract/admin/admin.ts';
import { confirming } from '../../second-factor/confirm-again.ts';
import { fetchFile, getJson } from '../request.ts';

/** UTC days, both inclusive. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

const getAddress = (period: Period): string => `${adminPaths.campaigns}?${new URLSearchParams({ ...period })}`;

export const getCampaigns = (period: Period): Promise<CampaignReport> => getJson<CampaignReport>(getAddress(period));

export const getCampaignsCsv = (period: Period): Promise<Blob> =>
  confirming(() => fetchFile(getAddress(period), 'text/csv'));
