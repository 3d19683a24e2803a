import { recordPaths } from '#contract/paths.ts';
import type { ModelFigures } from '#contract/record/record.ts';
import type { RecordSummary } from '#contract/record/views.ts';
import { publicQuery } from '#web/api/queries.ts';
import type { Formats } from '#web/language/formats.ts';

/** Figures of every model from the record. */
export const modelFiguresQuery = publicQuery<ModelFigures[]>(recordPaths.models);

/** Context of the record's figures. */
export const recordSummaryQuery = publicQuery<RecordSummary>(recordPaths.summary);

/** Never rounds up to 100 %: a model that has issued a forecast is not silent. */
export const silentShare = (f: Pick<Formats, 'percent'>, share: number): string =>
  share > 0.99 && share < 1 ? f.percent(Math.floor(share * 1_000) / 1_000, 1) : f.percent(share);
