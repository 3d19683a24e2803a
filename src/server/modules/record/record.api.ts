import type { z } from 'zod';
import type { ModelFigures, ModelsQuery } from '#contract/record.ts';

export type ReadModelFigures = (query: z.infer<typeof ModelsQuery>) => Promise<ModelFigures[]>;
