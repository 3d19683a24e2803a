import type { InEachLanguage, SiteNotice } from '#contract/site.ts';
import type { AiModelKey } from '#domain/signals/ai-model.ts';

export interface MaintenanceState {
  /** The expected end, milliseconds UTC; null: unknown. */
  readonly until: number | null;
}

/** What the operator states here is known in every process within seconds. */
export interface SiteApi {
  /** Null: the product serves its users. */
  maintenance(): MaintenanceState | null;
  /** Why the operator switched a model off; null: it is on. */
  whyOff(model: AiModelKey): InEachLanguage | null;
  /** Shown above every page; null: nothing. */
  notice(): SiteNotice | null;
}
