import { useState } from 'react';
import type { PublishedDrawAnswer } from '#contract/contest.ts';
import { contestPaths } from '#contract/contest-paths.ts';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import type { Sha256Hex } from '#domain/contest/beacon-round.ts';
import { type DrawFindings, verifyDraw } from '#domain/contest/contest-draw.ts';
import { getPublic } from '#web/api/request.ts';
import { joined, toHex } from '#web/record/bytes.ts';

export type Recomputed =
  | { readonly kind: 'idle' | 'computing' | 'unsupported' | 'failed' }
  | { readonly kind: 'computed'; readonly findings: DrawFindings };

/**
 * Recomputes the whole draw in this browser; the server only provides the data. The signature of
 * the closing and its place in the record are verified by `npm run verify-draw` only.
 */
export function useRecompute(): { readonly state: Recomputed; recompute(): void } {
  const [state, setState] = useState<Recomputed>({ kind: 'idle' });
  const recompute = async (): Promise<void> => {
    if (!globalThis.crypto?.subtle) return setState({ kind: 'unsupported' });
    setState({ kind: 'computing' });
    const draw = await getPublic<PublishedDrawAnswer>(contestPaths.draw);
    setState({ kind: 'computed', findings: await verifyDraw(sha256Hex, quicknet, draw) });
  };
  return { state, recompute: () => void recompute().catch(() => setState({ kind: 'failed' })) };
}

const sha256Hex: Sha256Hex = async (data) =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', joined([data]))));
