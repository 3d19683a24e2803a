import type { InEachLanguage, SiteNotice } from '#contract/site.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';

/** What the operator states here is known in every process within seconds. */
export interface SiteApi {
  /** Null: the product serves its users. `until`: the expected end; null: unknown. */
  maintenance(): { readonly until: Date | null } | null;
  /** Why the operator switched a model off; null: it is on. */
  whyOff(model: AiModelKey): InEachLanguage | null;
  /** Shown above every page; null: nothing. */
  notice(): SiteNotice | null;
}
