import type { AccountsApi, User } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { Platform } from '#server/start/platform.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createDecideReview } from './decide-review.ts';
import { createListReviewsForAdmin } from './list-for-admin.ts';
import { createListPublished } from './list-published.ts';
import { reviewsRoutes } from './reviews.routes.ts';
import { createReadOwnReview, createWriteReview } from './write-review.ts';

interface ReviewsModuleDependencies {
  readonly config: { readonly publicUrl: string };
  readonly platform: Pick<Platform, 'db' | 'clock' | 'attempts'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'isAdmin' | 'isInternal'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
}

/** User reviews and their moderation. */
export function createReviewsModule({
  platform: { db, clock, attempts },
  config,
  accounts,
  mail,
}: ReviewsModuleDependencies): ServerModule {
  const { signedIn, adminOnly, isAdmin, isInternal } = accounts;
  const isOwnPerson = (user: User): boolean => isInternal(user.email) || isAdmin(user);
  const routes = reviewsRoutes({
    publicUrl: config.publicUrl,
    signedIn,
    adminOnly,
    listPublished: createListPublished({ db, clock }),
    writeReview: createWriteReview({ db, clock, attempts, isOwnPerson }),
    readOwnReview: createReadOwnReview(db),
    listForAdmin: createListReviewsForAdmin(db),
    decideReview: createDecideReview({ db, clock, queueMail: mail.queueMail }),
  });
  return { routes: [routes], api: {}, components: [] };
}
