import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import * as accounts from './account.ts';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { emailPattern, toCanonicalEmail } from '#domain/accounts/email.ts';
import { durations } from '#domain/market/duration.ts';
import { pairName } from '#domain/market/currency-pair.ts';
import { deskPage, firstDeposits, joinPage, loginPage, type Page } from './pages.ts';
import { type PartnerApiDependencies, servePartnerApi } from './partner-api.ts';
import { chooseLanguage, type Words, wordsFor } from './words.ts';

/** The variables of the sandbox broker (docs/operating.md). */
export const SandboxEnvironment = z.object({
  HOST: z.string().default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3001),
  /** Folder of the account book. */
  FOLDER: z.string().default('./data/sandbox-broker'),
  /** Traders that a new account book begins with. */
  SEED_FILE: z.string().optional(),
  PARTNER_ID: z.string().default('demo'),
  /** On the pages; without it the id stands there. */
  PARTNER_NAME: z.string().optional(),
  /** Token that signs the partner's requests. */
  API_TOKEN: z.string().min(1),
  /** Seed of the product's simulated market; without it trades are decided by chance. */
  MARKET_SEED: z.coerce.number().int().optional(),
  /** The product, to which a page leads back with the new id. */
  RETURN_URL: z.string().optional(),
  /**
   * The parent process holds the other end of stdin: when it ends for any reason, this process
   * ends too.
   */
  ENDS_WITH_INPUT: z.literal('yes').optional(),
});

interface SandboxAppDependencies extends PartnerApiDependencies {
  /** The product's name. */
  readonly partnerName: string;
  /** The product's address for the return link; null: unknown. */
  readonly returnUrl: string | null;
}

const styleFile = new URL('sandbox-broker.css', import.meta.url);
const scriptFile = new URL('copy-id.js', import.meta.url);

/** The training broker: its pages, which work without scripts, and the partner's API. */
export async function createSandboxApp(needs: SandboxAppDependencies): Promise<FastifyInstance> {
  const app = fastify({ logger: false, bodyLimit: 8_192 });
  await app.register(cookie);
  acceptForms(app);
  guardPages(app);
  const style = await readFile(styleFile, 'utf8');
  app.get('/style.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
  const script = await readFile(scriptFile, 'utf8');
  app.get('/copy-id.js', (_request, reply) => reply.type('text/javascript; charset=utf-8').send(script));
  // There is no icon; 204 avoids an error in the browser.
  app.get('/favicon.ico', (_request, reply) => reply.code(204).send());
  servePartnerApi(app, needs);
  servePages(app, needs);
  return app;
}

function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const type = 'application/x-www-form-urlencoded';
  app.addContentTypeParser(type, { parseAs: 'string' }, async (_request: FastifyRequest, text: string) =>
    Object.fromEntries(new URLSearchParams(text)),
  );
}

const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src 'self'";

function guardPages(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    const site = request.headers['sec-fetch-site'];
    const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
    if (request.method === 'POST' && isForeign) return reply.code(403).send('');
  });
}

const cookieName = 'training_broker';

/** Identifies the visitor by a random cookie, set on the first visit. */
function getVisitor(request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[cookieName];
  if (known && /^[\w-]{32}$/.test(known)) return known;
  const visitor = randomBytes(24).toString('base64url');
  reply.setCookie(cookieName, visitor, { path: '/', httpOnly: true, sameSite: 'lax', maxAge: 90 * 86_400 });
  return visitor;
}

const errorNames = ['amount', 'funds', 'excluded', 'fields', 'account', 'form', 'full'] as const;
type ErrorName = (typeof errorNames)[number];

const errorPhrases: Record<ErrorName, keyof Words> = {
  amount: 'errorAmount',
  funds: 'errorFunds',
  excluded: 'errorExcluded',
  fields: 'errorFields',
  account: 'errorAccount',
  form: 'errorForm',
  full: 'errorFull',
};

const PageQuery = z.object({
  lang: z.string().optional().catch(undefined),
  error: z.enum(errorNames).optional().catch(undefined),
  partner: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional()
    .catch(undefined),
  campaign: z
    .string()
    .regex(/^[\w.~-]{1,64}$/)
    .optional()
    .catch(undefined),
});

/** Order of a link from the product: its form is filled in, and nothing is sent. */
const OrderQuery = z.object({
  symbol: z.string().transform(pairName).optional().catch(undefined),
  minutes: z.coerce.number().optional().catch(undefined),
  direction: z.enum(accounts.directions).optional().catch(undefined),
});

const Form = z.record(z.string(), z.string()).catch({});

const Cents = z
  .string()
  .trim()
  .regex(/^\d{1,6}([.,]\d{1,2})?$/)
  .transform((text) => Math.round(Number(text.replace(',', '.')) * 100))
  .refine((cents) => cents >= 100 && cents <= 10_000_000);

const Opening = z.object({
  email: z
    .string()
    .trim()
    .overwrite(toCanonicalEmail)
    .pipe(z.email({ pattern: emailPattern }).max(254)),
  adult: z.literal('yes'),
  training: z.literal('yes'),
  deposit: z.coerce.number().pipe(z.literal([...firstDeposits])),
  partner: z.string().regex(/^[\w-]{1,64}$/),
  campaign: z
    .string()
    .regex(/^[\w.~-]{0,64}$/)
    .transform((name) => name || null),
});

const Order = z.object({
  symbol: z.string().refine((symbol) => accounts.symbols.includes(symbol)),
  minutes: z.coerce.number().pipe(z.literal(durations)),
  direction: z.enum(accounts.directions),
  amount: Cents,
});

function servePages(
  app: FastifyInstance,
  { book, partner, partnerName, returnUrl, quotes, now, chance }: SandboxAppDependencies,
): void {
  const toPage = (request: FastifyRequest, visitor: string): Page => {
    const query = PageQuery.parse(request.query);
    const lang = chooseLanguage(query.lang, request.headers['accept-language']);
    const shown = wordsFor(lang, partnerName);
    return {
      lang,
      words: shown,
      partnerName,
      formKey: book.getFormKey(visitor),
      returnUrl: returnUrl === null ? null : `${returnUrl}/${lang}/enter-id`,
      error: query.error === undefined ? null : shown[errorPhrases[query.error]],
    };
  };
  const send = (reply: FastifyReply, page: string) => reply.type('text/html; charset=utf-8').send(page);

  app.get('/', (_request, reply) => reply.redirect('/join', 302));

  app.get('/join', (request, reply) => {
    const visitor = getVisitor(request, reply);
    const query = PageQuery.parse(request.query);
    const referral = { partner: query.partner ?? partner, campaign: query.campaign ?? null };
    return send(reply, joinPage(toPage(request, visitor), referral, book.getAccount(visitor)));
  });

  app.get('/login', (request, reply) => send(reply, loginPage(toPage(request, getVisitor(request, reply)))));

  app.get('/desk', async (request, reply) => {
    const visitor = getVisitor(request, reply);
    const page = toPage(request, visitor);
    const account = book.getAccount(visitor);
    if (!account) return reply.redirect(`/login?lang=${page.lang}`, 302);
    if (accounts.settleTrades(account, { now: now(), quotes, chance })) await book.save();
    const order = OrderQuery.parse(request.query);
    return send(reply, deskPage(page, account, { now: now(), hasQuotes: quotes !== null, order }));
  });

  /**
   * Handles a form of this site: validates its token, applies and saves the change, then shows the
   * page again.
   */
  const onForm = (
    path: string,
    back: string,
    act: (form: Record<string, string>, visitor: string) => ErrorName | null,
  ): void => {
    app.post(path, async (request, reply) => {
      const visitor = getVisitor(request, reply);
      const form = Form.parse(request.body);
      const lang = chooseLanguage(form.lang, request.headers['accept-language']);
      const error = isSame(form.key ?? '', book.getFormKey(visitor)) ? act(form, visitor) : 'form';
      await book.save();
      return reply.redirect(`${back}?lang=${lang}${error === null ? '' : `&error=${error}`}`, 303);
    });
  };
  const onDesk = (
    name: string,
    act: (account: accounts.Account, form: Record<string, string>) => ErrorName | null,
  ): void =>
    onForm(`/desk/${name}`, '/desk', (form, visitor) => {
      const account = book.getAccount(visitor);
      return account ? act(account, form) : 'account';
    });
  const withAmount = (form: Record<string, string>, act: (cents: number) => ErrorName | null): ErrorName | null => {
    const cents = Cents.safeParse(form.amount);
    return cents.success ? act(cents.data) : 'amount';
  };

  onForm('/join', '/join', (form, visitor) => {
    const opening = Opening.safeParse(form);
    if (!opening.success) return 'fields';
    const { email, partner: by, campaign, deposit } = opening.data;
    const account = book.open({ email, partner: by, campaign, deposit: deposit * 100 });
    if (!account) return 'full';
    book.enter(visitor, account.id);
    return null;
  });
  onForm('/login', '/desk', ({ id = '', email = '' }, visitor) => {
    const account = book.find(id.trim());
    if (!account || account.email !== email.trim().toLowerCase()) return 'account';
    book.enter(visitor, account.id);
    return null;
  });
  onForm('/logout', '/login', (_form, visitor) => {
    book.leave(visitor);
    return null;
  });
  onDesk('deposit', (account, form) => withAmount(form, (cents) => accounts.deposit(account, cents, now())));
  onDesk('withdraw', (account, form) => withAmount(form, (cents) => accounts.withdraw(account, cents, now())));
  onDesk('bonus', (account, { act }) => (act === 'add' ? accounts.addBonus : accounts.dropBonus)(account, now()));
  onDesk('trade', (account, form) => {
    const order = Order.safeParse(form);
    if (!order.success) return 'amount';
    const { amount: stake, ...rest } = order.data;
    return accounts.openTrade(account, { ...rest, stake }, { now: now(), quotes });
  });
  onDesk('exclude', (account, { days }) => {
    const term = accounts.exclusionDays.find((known) => String(known) === days);
    return term === undefined ? 'fields' : accounts.excludeSelf(account, term, now());
  });
  onDesk('behaviour', (account, form) => {
    const behaviour = accounts.behaviours.find((known) => known === form.behaviour);
    if (!behaviour) return 'fields';
    account.behaviour = behaviour;
    return null;
  });
}

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
