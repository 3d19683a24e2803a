import { useState } from 'react';
import type { PublishedDrawAnswer } from '#contract/contest.ts';
import { contestPaths } from '#contract/paths.ts';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import type { Sha256Hex } from '#domain/contest/beacon-round.ts';
import { type DrawFindings, verifyDraw } from '#record/contest-draw.ts';
import { getPublic } from '#web/api/request.ts';
import { toHex } from '#record/bytes.ts';
import type { OnRecord } from './find-on-record.ts';

export type Recomputed =
  | { readonly kind: 'idle' | 'computing' | 'failed' }
  | { readonly kind: 'computed'; readonly findings: DrawFindings; readonly onRecord: OnRecord };

/**
 * Recomputes the whole draw in this browser, and finds its closing on the record; the server only
 * provides the data.
 */
export function useRecompute(): { readonly state: Recomputed; recompute(): void } {
  const [state, setState] = useState<Recomputed>({ kind: 'idle' });
  const recompute = async (): Promise<void> => {
    setState({ kind: 'computing' });
    const draw = await getPublic<PublishedDrawAnswer>(contestPaths.draw);
    // Lazy: the record's checks are of no use before.
    const [{ findOnRecord }, { sha256 }] = await Promise.all([
      import('./find-on-record.ts'),
      import('#web/record/check/crypto.ts'),
    ]);
    const sha256Hex: Sha256Hex = async (data) => toHex(sha256(data));
    const [findings, onRecord] = await Promise.all([verifyDraw(sha256Hex, quicknet, draw), findOnRecord(draw)]);
    setState({ kind: 'computed', findings, onRecord });
  };
  return { state, recompute: () => void recompute().catch(() => setState({ kind: 'failed' })) };
}
