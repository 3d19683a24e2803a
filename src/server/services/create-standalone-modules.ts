import { createAuditModule } from '../modules/audit/create-audit-module.ts';
import { createCampaignsModule } from '../modules/campaigns/create-campaigns-module.ts';
import { createGameModule } from '../modules/game/create-game-module.ts';
import { createOutboxModule } from '../modules/mail/create-outbox-module.ts';
import { createReviewsModule } from '../modules/reviews/create-reviews-module.ts';
import { createSiteModule } from '../modules/site/create-site-module.ts';

type Needs = Parameters<typeof createGameModule>[0] &
  Parameters<typeof createSiteModule>[0] &
  Parameters<typeof createReviewsModule>[0] &
  Parameters<typeof createCampaignsModule>[0] &
  Parameters<typeof createOutboxModule>[0] &
  Parameters<typeof createAuditModule>[0];

/** Modules of routes alone, which no other module uses. */
export const createStandaloneModules = (needs: Needs) => ({
  forVisitors: [createGameModule(needs), createSiteModule(needs), createReviewsModule(needs)],
  forAdmins: [createCampaignsModule(needs), createOutboxModule(needs), createAuditModule(needs)],
});
