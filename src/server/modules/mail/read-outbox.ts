import type { Outbox, OutboxQuery } from '#contract/admin/outbox.ts';
import { toInstantOrNull } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { toCursor, InstantAndId, parseCursor } from '#server/http/cursor.ts';
import { countMails } from './count-mails.ts';
import { listMails } from './outbox.repository.ts';
import { toMailDto } from './to-mail-dto.ts';

export type ReadOutbox = (query: OutboxQuery) => Promise<Outbox>;

export const createReadOutbox =
  (db: Database): ReadOutbox =>
  async ({ cursor, limit, status }) => {
    const place = parseCursor(cursor, InstantAndId);
    const after = place && { queuedAt: new Date(place[0]), id: place[1] };
    const [rows, { counts, oldestQueuedAt }] = await Promise.all([
      listMails(db, { status, after, limit: limit + 1 }),
      countMails(db),
    ]);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      items: rows.slice(0, limit).map(toMailDto),
      nextCursor: last ? toCursor(last.queuedAt.getTime(), last.id) : null,
      counts,
      oldestQueuedAt: toInstantOrNull(oldestQueuedAt),
    };
  };
