import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type ExtraConfigColumn, index } from 'drizzle-orm/pg-core';

/** From the canonical text of a signal's leaf, exactly as the indexes below have it. */
export const modelOfLeaf = (leaf: SQLWrapper): SQL<string> => sql`(substring(${leaf} from '"model":"([^"]*)"'))`;
export const symbolOfLeaf = (leaf: SQLWrapper): SQL<string> => sql`(substring(${leaf} from '"symbol":"([^"]*)"'))`;

type Leaf = Readonly<Record<'index' | 'kind' | 'at' | 'leaf', ExtraConfigColumn>>;

/** Of some leaves among many others: a leaf never changes, so each costs one insert. */
export const leafIndexes = (t: Leaf) =>
  [
    // Some a day, read at each start and by every list of models.
    index('record_leaves__calibrations_idx').on(t.index).where(sql`${t.kind} = 'calibration'`),
    // For their share by month.
    index('record_leaves__gaps_and_voids_idx').on(t.at).where(sql`${t.kind} in ('gap', 'void')`),
    // For administrators' lists of signals by model, by pair and by time, in the order of the record.
    index('record_leaves__signals_model_idx').on(modelOfLeaf(t.leaf), t.index).where(sql`${t.kind} = 'signal'`),
    index('record_leaves__signals_symbol_idx').on(symbolOfLeaf(t.leaf), t.index).where(sql`${t.kind} = 'signal'`),
    index('record_leaves__signals_at_idx').on(t.at, t.index).where(sql`${t.kind} = 'signal'`),
  ].map((one) => one);
