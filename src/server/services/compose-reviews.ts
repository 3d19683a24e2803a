import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Clock } from '#domain/clock.ts';
import type { User, Guard, ToUserDto } from '#server/modules/accounts/accounts.api.ts';
import type { Config } from '../config.ts';
import type { Attempts } from '../database/attempts.ts';
import type { Database } from '../database/connection.ts';
import { createAdminOnly } from '../modules/accounts/admin-only.ts';
import { createIsInternal } from '../modules/accounts/internal-accounts.ts';
import type { QueueMail } from '../modules/mail/mail.api.ts';
import { createDecideReview } from '../modules/reviews/decide-review.ts';
import { createListReviewsForAdmin } from '../modules/reviews/list-for-admin.ts';
import { createListPublished } from '../modules/reviews/list-published.ts';
import { reviewsModule } from '../modules/reviews/reviews.routes.ts';
import { createReadOwnReview, createWriteReview } from '../modules/reviews/write-review.ts';

interface Needs {
  readonly config: Pick<Config, 'internalEmails'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly attempts: Pick<Attempts, 'take'>;
  readonly queueMail: QueueMail;
  readonly signedIn: Guard;
  readonly toUserDto: ToUserDto;
  readonly publicUrl: string;
}

/** Composes user reviews and their moderation. */
export function composeReviews(needs: Needs): FastifyPluginAsyncZod {
  const isInternal = createIsInternal(needs.config);
  const isOwnPerson = (user: User): boolean => isInternal(user.email) || needs.toUserDto(user).roles.includes('admin');
  return reviewsModule({
    ...needs,
    adminOnly: createAdminOnly(needs),
    listPublished: createListPublished(needs),
    writeReview: createWriteReview({ ...needs, isOwnPerson }),
    readOwnReview: createReadOwnReview(needs.db),
    listForAdmin: createListReviewsForAdmin(needs.db),
    decideReview: createDecideReview(needs),
  });
}
