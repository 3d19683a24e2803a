import { randomUUID } from 'node:crypto';
import { isId, toInstant } from '#contract/wire.ts';
import { contestRules, getContestState, type ImageType, maxImageBytes } from '#domain/contest/contest-rules.ts';
import { inTransaction } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import type { User } from '#server/modules/accounts/accounts.api.ts';
import { writeAudit } from '#server/modules/audit/write-audit.ts';
import {
  countScreenshots,
  findScreenshot,
  hasEntry,
  insertEntryIfAbsent,
  insertScreenshot,
  lockWinner,
} from './contest.repository.ts';
import { type ContestContext, getPeriod, isTeamMember } from './contest-context.ts';

/** Idempotent; only while the contest runs. */
export async function joinContest(
  ctx: ContestContext,
  { id: userId, email, isActivated, role }: User,
): Promise<{ joined: true; email: string }> {
  if (!isActivated) throw apiError('email_not_activated');
  if (isTeamMember(ctx, { email, role })) throw apiError('contest_team_excluded');
  if (!ctx.config.contest) throw apiError('contest_closed');
  const period = getPeriod(ctx);
  const { id: contestId, startsAt, endsAt } = period;
  const joined = { joined: true as const, email };
  if (await hasEntry(ctx.db, contestId, userId)) return joined;
  const now = ctx.clock.now();
  if (getContestState(period, null, now) !== 'running')
    throw apiError('contest_closed', { details: { startsAt: toInstant(startsAt), endsAt: toInstant(endsAt) } });
  await insertEntryIfAbsent(ctx.db, { contestId, userId, joinedAt: new Date(now) });
  return joined;
}

/** Stored in the database unchanged, and shown to administrators only. Returns the id. */
export async function takeScreenshot(ctx: ContestContext, userId: string, image: Buffer): Promise<string> {
  const type = getImageType(image);
  if (type === null || image.byteLength > maxImageBytes) throw apiError('image_not_accepted');
  const contestId = getPeriod(ctx).id;
  const id = randomUUID();
  await inTransaction(ctx.db, async ({ tx }) => {
    const winner = await lockWinner(tx, contestId, userId);
    const sent = await countScreenshots(tx, contestId, userId);
    if (winner?.status !== 'awaiting' || sent >= contestRules.maxScreenshots) throw apiError('screenshot_not_wanted');
    await insertScreenshot(tx, { id, contestId, userId, type, image, sentAt: new Date(ctx.clock.now()) });
  });
  return id;
}

/** For an administrator; each view is audited. */
export const readScreenshot = (
  ctx: ContestContext,
  adminId: string,
  id: string,
): Promise<{ image: Buffer; type: ImageType }> =>
  inTransaction(ctx.db, async ({ tx }) => {
    const found = isId(id) ? await findScreenshot(tx, id) : undefined;
    if (!found) throw apiError('not_found');
    const at = new Date(ctx.clock.now());
    await writeAudit(tx, { actorId: adminId, action: 'contest.readScreenshot', targetId: id, at });
    return found;
  });

/** By the first bytes, whatever the sender declares; null: none of the accepted types. */
function getImageType(bytes: Uint8Array): ImageType | null {
  if (ascii(bytes, 0, 8) === '\u0089PNG\r\n\u001a\n') return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return 'image/jpeg';
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp';
  return null;
}

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
