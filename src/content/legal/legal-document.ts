export type LegalKey = 'terms' | 'privacy-policy' | 'cookie-policy';

/** A legal page: in short first, then the risk where it belongs, then the whole text. `{{brand}}` and `{{support}}` are filled in. */
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

/** The day from which these texts hold, UTC. */
export const legalSince = '2026-11-21';
