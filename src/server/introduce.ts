import type { Config } from './config.ts';
import { introduceDemo } from './introduce-demo.ts';
import type { MailApi } from './modules/mail/mail.api.ts';

interface AdminLinks {
  list(): Promise<readonly { readonly email: string; readonly link: string }[]>;
}

/** Startup notes for the operator, one line each. */
export const introduce = async (config: Config, mail: MailApi, adminLinks: AdminLinks): Promise<readonly string[]> => [
  ...(config.demo ? introduceDemo(config, mail) : []),
  ...(await introduceAdmins(adminLinks)),
];

/** For each administrator whose password nobody has proven, the link that sets it. */
const introduceAdmins = async ({ list }: AdminLinks): Promise<readonly string[]> =>
  (await list()).flatMap(({ email, link }) => [
    `Admin      ${email} has no password that was set through a mail; this link sets it, once, within 24 hours:`,
    `           ${link}`,
  ]);
