import { z } from 'zod';
import type { Endpoints } from '../endpoint.ts';
import { aiModelKeys } from '#domain/signals/ai-model.ts';
import { ModelFlag } from '../record/cards.ts';
import { ModelRecordFigures } from '../record/record.ts';
import { InEachLanguage } from '../site.ts';
import { Count, Instant, Share } from '../wire.ts';

const Days = z.object({ from: z.string(), to: z.string() });

/** Figures stated by the model card and the model file. */
const ModelCard = z.object({
  trainedOn: Days.extend({ pairs: z.array(z.string()) }),
  keptOut: Days,
  signals: z.array(z.object({ duration: Count, count: Count, stated: Share, real: Share, low: Share, high: Share })),
});

/** One model as shown to administrators: stated figures and actual results. */
export const AdminModel = z
  .object({
    key: z.enum(aiModelKeys),
    name: z.string(),
    available: z.boolean(),
    reason: z.string().nullable(),
    /** What users read of a model that an administrator switched off; null: it is on. */
    reasonText: InEachLanguage.nullable(),
    version: z.string().nullable(),
    /** SHA-256 of the model file, hex. */
    fileHash: z.string().nullable(),
    card: ModelCard.nullable(),
    /** Its figures in the record, over all days; null: it is not of the record. */
    figures: ModelRecordFigures.nullable(),
    /** As in the figures of the record. */
    flag: ModelFlag.nullable(),
    /** Includes abstentions; null when none since process start. */
    lastForecastAt: Instant.nullable(),
    forecastsPerMinute: z.number().nullable(),
    abstainedShare: Share.nullable(),
  })
  .meta({ id: 'AdminModel' });
export type AdminModel = z.infer<typeof AdminModel>;

export const AdminModels = z.object({ items: z.array(AdminModel) }).meta({ id: 'AdminModels' });

export const modelEndpoints = {
  'GET /api/admin/models': { guards: ['admin'], answer: AdminModels },
} satisfies Endpoints;
