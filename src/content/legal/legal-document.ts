export type LegalKey = 'terms' | 'privacy-policy' | 'cookie-policy';

/**
 * A legal page: summary first, then the risk warning where it applies, then the full text.
 * `{{brand}}` and `{{support}}` are filled in.
 */
export interface LegalDocument {
  readonly title: string;
  readonly description: string;
  readonly short: readonly string[];
  readonly risk: { readonly title: string; readonly paragraphs: readonly string[] } | null;
  readonly sections: readonly {
    readonly title: string;
    readonly paragraphs: readonly string[];
    readonly points?: readonly string[];
  }[];
}

/** Effective date of these texts, UTC. */
export const legalSince = '2026-11-21';
