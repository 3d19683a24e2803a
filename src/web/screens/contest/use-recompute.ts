import { useState } from 'react';
import type { PublishedDrawAnswer } from '#contract/contest.ts';
import { contestPaths } from '#contract/contest-paths.ts';
import { type DrawFindings, type HashText, verifyDraw } from '#domain/contest/contest-draw.ts';
import { getPublic } from '#web/api/request.ts';
import { toHex } from '#web/record/bytes.ts';

export type Recomputed =
  | { readonly kind: 'idle' | 'computing' | 'unsupported' | 'failed' }
  | { readonly kind: 'computed'; readonly findings: DrawFindings };

/** Recomputes the whole draw in this browser; the server only provides the data. */
export function useRecompute(): { readonly state: Recomputed; recompute(): void } {
  const [state, setState] = useState<Recomputed>({ kind: 'idle' });
  const recompute = async (): Promise<void> => {
    if (!globalThis.crypto?.subtle) return setState({ kind: 'unsupported' });
    setState({ kind: 'computing' });
    const draw = await getPublic<PublishedDrawAnswer>(contestPaths.draw);
    setState({ kind: 'computed', findings: await verifyDraw(hashText, draw) });
  };
  return { state, recompute: () => void recompute().catch(() => setState({ kind: 'failed' })) };
}

const hashText: HashText = async (text) =>
  toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))));
