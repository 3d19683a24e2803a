import type { AdminContest } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import type { WinnerStatus } from '#domain/contest/contest-status.ts';
import { confirming } from '../../second-factor/confirm-again.ts';
import { fetchFile, getJson, sendRequest } from '../request.ts';

export const getAdminContest = (): Promise<AdminContest> => getJson<AdminContest>(contestPaths.adminContest);

export const drawContest = (): Promise<AdminContest> =>
  confirming(() => getJson<AdminContest>(contestPaths.adminDraw, { method: 'POST', body: {} }));

export const getScreenshot = (id: string): Promise<Blob> =>
  fetchFile(contestPaths.adminProof.replace(':id', id), 'image/*');

export const judgeScreenshot = (id: string, status: 'approved' | 'refused'): Promise<void> =>
  sendRequest(contestPaths.adminProof.replace(':id', id), { method: 'PATCH', body: { status } });

export interface WinnerChange {
  readonly status: Exclude<WinnerStatus, 'awaiting'>;
  readonly reason?: string;
}

export const changeWinner = (rank: number, change: WinnerChange): Promise<void> =>
  sendRequest(contestPaths.adminWinner.replace(':rank', String(rank)), { method: 'PATCH', body: change });
