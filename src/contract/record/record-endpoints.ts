import { z } from 'zod';
import type { Endpoints } from '../endpoint.ts';
import { Hash } from '../wire.ts';
import { PublishedFigures } from './cards.ts';
import { CosignedCheckpoints, figureDays, RecordCoverage, RecordEntries, RecordEntry, RecordStart } from './record.ts';

const tilePath = 'The index N in groups of three digits, x001/x234/067; a partial tile of width W ends with .p/W.';
/** N and W, which span several path segments. */
const Rest = z.string().describe(tilePath);
/** Concatenated hashes of 32 bytes, or entries of two bytes length and as many bytes of text. */
const TileBytes = z.string().meta({ id: 'RecordTile', format: 'binary' });

/** Public: a record that only its owner can read proves nothing. */
export const recordEndpoints = {
  'GET /api/record': { guards: [], inMaintenance: true, answer: RecordStart, errors: ['overloaded'] },
  /** C2SP tlog-checkpoint, signed. */
  'GET /api/record/checkpoint': {
    guards: [],
    inMaintenance: true,
    answer: z.string().meta({ id: 'RecordNote' }),
    produces: ['text/plain'],
    errors: ['overloaded'],
  },
  'GET /api/record/checkpoints': {
    guards: [],
    inMaintenance: true,
    query: z.object({
      /** Only checkpoints of at least so many leaves. */
      from: z.coerce.number().int().nonnegative().default(0),
      limit: z.coerce.number().int().min(1).max(1000).default(100),
    }),
    answer: CosignedCheckpoints,
  },
  'GET /api/record/entries': {
    guards: [],
    inMaintenance: true,
    query: z.object({
      /** Only signals with a smaller index. */
      before: z.coerce.number().int().nonnegative().optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    answer: RecordEntries,
    errors: ['overloaded'],
  },
  'GET /api/record/entry/:index': {
    guards: [],
    inMaintenance: true,
    params: z.object({ index: z.coerce.number().int().nonnegative() }),
    answer: RecordEntry,
    errors: ['not_found', 'overloaded'],
  },
  'GET /api/record/figures': {
    guards: [],
    inMaintenance: true,
    /** The last UTC days up to that of the newest leaf; default: all. */
    query: z.object({ days: z.coerce.number().pipe(z.literal(figureDays)).optional() }),
    answer: PublishedFigures,
  },
  'GET /api/record/coverage': { guards: [], inMaintenance: true, answer: RecordCoverage },
  /** The signed tree for mirrors and monitors, as C2SP tlog-tiles. `level`: L, 0 to 63. */
  'GET /api/record/tile/:level/*': {
    guards: [],
    inMaintenance: true,
    params: z.object({ '*': Rest, level: z.string() }),
    answer: TileBytes,
    produces: ['application/octet-stream'],
    errors: ['not_found', 'overloaded'],
  },
  'GET /api/record/tile/entries/*': {
    guards: [],
    inMaintenance: true,
    params: z.object({ '*': Rest }),
    /** Without it, a bundle with an entry that is not open yet is refused, as mirrors expect. */
    query: z.object({
      closed: z.literal('empty').optional().describe('empty: an entry that is not open yet has the length 0.'),
    }),
    answer: TileBytes,
    produces: ['application/octet-stream'],
    errors: ['not_found', 'leaf_not_open', 'overloaded'],
  },
  /** What forecasts are recomputed from: gzipped NDJSON (`BarLine`), and the text of a model's file. */
  'GET /api/record/bars/:day': {
    guards: [],
    inMaintenance: true,
    params: z.object({ day: z.iso.date() }),
    answer: z.string().meta({ id: 'RecordBars' }),
    produces: ['application/gzip'],
    errors: ['not_found'],
  },
  'GET /api/record/model/:sha256': {
    guards: [],
    inMaintenance: true,
    params: z.object({ sha256: Hash }),
    answer: z.string().meta({ id: 'RecordModelFile' }),
    errors: ['not_found'],
  },
} satisfies Endpoints;
