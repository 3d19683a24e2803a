import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { accountPaths } from '#contract/paths.ts';
import { MailboxItems, MailboxMail } from '#contract/accounts.ts';
import { Id, toInstant } from '#contract/wire.ts';
import type { Database } from '#server/database/connection.ts';
import { apiError } from '#server/http/api-error.ts';
import { tagRoutes } from '#server/http/tag-routes.ts';
import { findMailboxMail, listMailboxMails, type MailRow } from './mails.repository.ts';
import type { RenderMail } from './render-mail.ts';
import type { SealMail } from './seal-mail.ts';

interface MailboxRoutesDependencies {
  readonly db: Database;
  readonly sealMail: SealMail;
  readonly renderMail: RenderMail;
}

const maxShown = 50;

/**
 * Mails that were stored because there is no mail server. Registered in demo mode only: anyone who
 * reads them can sign in as any user.
 */
export const mailboxRoutes =
  ({ db, sealMail, renderMail }: MailboxRoutesDependencies): FastifyPluginAsyncZod =>
  async (app) => {
    tagRoutes(app, 'demo');
    const read = async (row: MailRow): Promise<MailboxMail | null> => {
      const content = row.sealed === null ? null : await sealMail.open(row.sealed);
      if (!content) return null;
      const { id, kind, recipient: to, lang } = row;
      return { id, kind, to, lang, queuedAt: toInstant(row.queuedAt.getTime()), ...renderMail(lang, content) };
    };

    app.get(
      accountPaths.mailbox,
      {
        schema: {
          summary: 'The newest kept mails (demo only)',
          querystring: z.object({ to: z.string().trim().max(254).optional() }),
          response: { 200: MailboxItems },
        },
        config: { errors: ['foreign_host'] },
      },
      async ({ query: { to } }) => {
        const mails = await Promise.all((await listMailboxMails(db, to || null, maxShown)).map(read));
        return { items: mails.flatMap((mail) => (mail ? [withoutParts(mail)] : [])) };
      },
    );

    app.get(
      accountPaths.mailboxMail,
      {
        schema: { summary: 'A kept mail (demo only)', params: z.object({ id: Id }), response: { 200: MailboxMail } },
        config: { errors: ['foreign_host', 'not_found'] },
      },
      async ({ params: { id } }) => {
        const row = await findMailboxMail(db, id);
        const mail = row && (await read(row));
        if (!mail) throw apiError('not_found');
        return mail;
      },
    );
  };

const withoutParts = ({ text: _text, html: _html, ...mail }: MailboxMail) => mail;
