import type { Clock } from '#domain/clock.ts';
import type { Attempts } from '#server/database/attempts.ts';
import type { Database } from '#server/database/connection.ts';
import type { AccountsApi, User } from '#server/modules/accounts/accounts.api.ts';
import type { MailApi } from '#server/modules/mail/mail.api.ts';
import type { ServerModule } from '#server/start/server-module.ts';
import { createDecideReview } from './decide-review.ts';
import { createListReviewsForAdmin } from './list-for-admin.ts';
import { createListPublished } from './list-published.ts';
import { reviewsRoutes } from './reviews.routes.ts';
import { createReadOwnReview, createWriteReview } from './write-review.ts';

interface Needs {
  readonly config: { readonly publicUrl: string };
  readonly db: Database;
  readonly clock: Clock;
  readonly attempts: Pick<Attempts, 'take'>;
  readonly accounts: Pick<AccountsApi, 'signedIn' | 'adminOnly' | 'isAdmin' | 'isInternal'>;
  readonly mail: Pick<MailApi, 'queueMail'>;
}

/** User reviews and their moderation. */
export function createReviewsModule({ config, db, clock, attempts, accounts, mail }: Needs): ServerModule {
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
