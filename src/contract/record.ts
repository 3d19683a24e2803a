import { z } from 'zod';
import { Instant } from './wire.ts';

export const recordPaths = { record: '/api/record', proof: '/api/record/proof/:id' } as const;

const Hash = z.string().regex(/^[0-9a-f]{64}$/);

export const RecordItem = z.object({
  index: z.number().int().nonnegative(),
  kind: z.enum(['signal', 'forecast', 'outcome', 'void']),
  at: Instant,
  leafHash: Hash,
  /** The object whose canonical form was hashed; absent until it is opened at expiry. */
  leaf: z.record(z.string(), z.unknown()).optional(),
});
export const RecordPage = z
  .object({ size: z.number().int().nonnegative(), items: z.array(RecordItem) })
  .meta({ id: 'RecordPage' });
export const RecordQuery = z.object({
  from: z.coerce.number().int().nonnegative().default(0),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

/** RFC 6962 inclusion proof of one leaf in the tree of `size` leaves. */
export const InclusionProof = z
  .object({
    index: z.number().int().nonnegative(),
    size: z.number().int().positive(),
    leafHash: Hash,
    hashes: z.array(Hash),
  })
  .meta({ id: 'InclusionProof' });
export const ProofQuery = z.object({ size: z.coerce.number().int().positive().optional() });
