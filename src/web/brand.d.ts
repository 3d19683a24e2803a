/** The brand at hand, which the build puts in (scripts/web/brand-plugin.ts). */
declare module 'virtual:brand' {
  import type { Brand } from '#contract/brand.ts';
  export const brand: Omit<Brand, 'colors'> & {
    /** The drawing of the logo, as markup. */
    readonly logo: string;
  };
}

declare module 'virtual:brand.css';

declare module 'virtual:brand/faq.*' {
  import type { Question } from '#contract/brand.ts';
  const questions: readonly Question[];
  export default questions;
}

declare module 'virtual:brand/*' {
  import type { LegalText } from '#contract/brand.ts';
  const text: LegalText;
  export default text;
}
