import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Account, commissionCents, isExcluded, settleTrades } from './account.ts';
import type { AccountBook } from './account-book.ts';
import type { Quotes } from './simulated-quotes.ts';

export interface PartnerApiDependencies {
  readonly book: AccountBook;
  readonly partner: string;
  readonly token: string;
  /** Share of the stake that a winning trade pays. */
  readonly payout: number;
  /** Null: trades are decided by chance. */
  readonly quotes: Quotes | null;
  readonly now: () => number;
  readonly chance: () => number;
}

interface Question {
  readonly id: string;
  readonly partner: string;
  readonly hash: string;
}

interface Query {
  readonly since?: string;
}

const slowMs = 20_000;

/**
 * The partner's API in the form of Pocket Option's `user-info`, including its redirect over a
 * language path.
 */
export function servePartnerApi(app: FastifyInstance, needs: PartnerApiDependencies): void {
  const { book, partner, token, payout, quotes, now, chance } = needs;
  const computeHash = (id: string): string => createHash('md5').update(`${id}:${partner}:${token}`).digest('hex');

  const answer = async (account: Account, reply: FastifyReply, body: () => unknown): Promise<unknown> => {
    if (account.behaviour === 'silent') return reply.hijack();
    if (account.behaviour === 'slow') await pause(slowMs, null, { ref: false });
    if (settleTrades(account, { now: now(), payout, quotes, chance })) await book.save();
    return body();
  };

  const serve = (name: string, body: (account: Account, query: Query) => unknown): void => {
    const path = `/api/${name}/:id/:partner/:hash`;
    app.get<{ Params: Question }>(path, (request, reply) => reply.redirect(`/en${request.url}`, 302));
    app.get<{ Params: Question; Querystring: Query }>(`/en${path}`, async ({ params, query }, reply) => {
      const isSigned = params.partner === partner && params.hash === computeHash(params.id);
      if (!isSigned) return reply.code(403).send({ error: 'hash' });
      const account = book.find(params.id);
      const isUnknown = account?.partner !== partner || account.behaviour === 'missing';
      return isUnknown
        ? reply.code(404).send({ error: 'not found' })
        : answer(account, reply, () => body(account, query));
    });
  };

  serve('user-info', (account) => userInfo(account, now()));
  serve('trades', (account, { since }) => tradeList(account, since));
}

/** This broker's extension of the protocol: the trades opened at `since` or later, newest first. */
function tradeList({ id, trades }: Account, since: string | undefined) {
  const from = Date.parse(since ?? '');
  return {
    uid: id,
    trades: trades
      .filter((trade) => trade.id !== '' && (Number.isNaN(from) || trade.openedAt >= from))
      .map((trade) => ({
        id: trade.id,
        symbol: trade.symbol.replace('/', ''),
        direction: trade.direction,
        amount: dollars(trade.stake),
        bonus_amount: dollars(trade.bonusStake),
        minutes: trade.minutes,
        opened_at: new Date(trade.openedAt).toISOString(),
        closes_at: new Date(trade.closesAt).toISOString(),
        open_price: trade.openPrice,
        close_price: trade.closePrice,
        profit: trade.profit === null ? null : dollars(trade.profit),
      })),
  };
}

/** `balance` includes the bonuses; the partner subtracts `sum_bonuses`. */
function userInfo(account: Account, now: number) {
  const { deposits } = account;
  return {
    uid: account.id,
    reg_date: formatTime(account.openedAt),
    activity_date: formatTime(account.activeAt),
    country: '',
    is_verified: false,
    sum_ftd: dollars(deposits.first),
    date_ftd: deposits.firstAt === null ? null : formatTime(deposits.firstAt),
    count_deposits: deposits.count,
    sum_deposits: dollars(deposits.sum),
    balance: dollars(account.cash + account.bonus),
    sum_bonuses: dollars(account.bonus),
    count_bonuses: account.bonus > 0 ? 1 : 0,
    profit_lose: dollars(account.profit),
    net_turnover: dollars(account.turnover),
    commission: dollars(commissionCents(account)),
    self_excluded: isExcluded(account, now),
    link_type: 'training',
    offer_type: 'revshare',
    link: account.campaign ?? '',
  };
}

const dollars = (cents: number): string => (cents / 100).toFixed(2);
const formatTime = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
