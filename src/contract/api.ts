import type { accountEndpoints } from './accounts.ts';
import type { campaignEndpoints } from './admin/admin.ts';
import type { claimEndpoints } from './admin/claims.ts';
import type { auditEndpoints } from './admin/audit.ts';
import type { modelEndpoints } from './admin/models.ts';
import type { noticeEndpoints } from './admin/notices.ts';
import type { outboxEndpoints, mailboxEndpoints } from './admin/outbox.ts';
import type { adminSignalEndpoints } from './admin/signals.ts';
import type { systemEndpoints } from './admin/system.ts';
import type { adminUserEndpoints } from './admin/users.ts';
import type { alertEndpoints, alertMailEndpoints } from './alerts.ts';
import type { contestEndpoints, screenshotEndpoints } from './contest.ts';
import type { dayStopEndpoints } from './day-stop.ts';
import type { eventEndpoints } from './events.ts';
import type { healthEndpoints } from './health.ts';
import type { ownDataEndpoints } from './own-data.ts';
import type { payoutEndpoints } from './payout.ts';
import type { recordEndpoints } from './record/record-endpoints.ts';
import type { digestEndpoints, digestMailEndpoints } from './requested-mail.ts';
import type { reviewEndpoints } from './reviews.ts';
import type { secondFactorEndpoints } from './second-factor.ts';
import type { priceEndpoints } from './prices.ts';
import type { signalEndpoints, autoRunEndpoints } from './signals.ts';
import type { siteEndpoints } from './site.ts';
import type { statisticsEndpoints } from './statistics.ts';
import type { telegramEndpoints } from './telegram.ts';
import type { traderEndpoints } from './traders.ts';

/** Every call of the product. A type alone, so that who calls bundles no schema. */
export type Api = typeof accountEndpoints &
  typeof campaignEndpoints &
  typeof auditEndpoints &
  typeof claimEndpoints &
  typeof modelEndpoints &
  typeof noticeEndpoints &
  typeof outboxEndpoints &
  typeof mailboxEndpoints &
  typeof adminSignalEndpoints &
  typeof systemEndpoints &
  typeof adminUserEndpoints &
  typeof alertEndpoints &
  typeof alertMailEndpoints &
  typeof contestEndpoints &
  typeof screenshotEndpoints &
  typeof dayStopEndpoints &
  typeof eventEndpoints &
  typeof healthEndpoints &
  typeof ownDataEndpoints &
  typeof payoutEndpoints &
  typeof recordEndpoints &
  typeof digestEndpoints &
  typeof digestMailEndpoints &
  typeof reviewEndpoints &
  typeof secondFactorEndpoints &
  typeof signalEndpoints &
  typeof autoRunEndpoints &
  typeof priceEndpoints &
  typeof siteEndpoints &
  typeof statisticsEndpoints &
  typeof telegramEndpoints &
  typeof traderEndpoints;
