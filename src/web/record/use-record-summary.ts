import { recordPaths } from '#contract/paths.ts';
import type { RecordSummary } from '#contract/record/views.ts';
import { getPublic } from '#web/api/request.ts';
import { useRead } from '#web/api/use-read.ts';

/** Context of the record's figures, on pages of signed-in users; null until the first response. */
export const useRecordSummary = (): RecordSummary | null =>
  useRead(['record', 'summary'], () => getPublic<RecordSummary>(recordPaths.summary), { staleTime: 60_000 }).data;
