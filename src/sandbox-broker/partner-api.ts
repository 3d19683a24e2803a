import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { majorPairs } from '#domain/market/currency-pair.ts';
import { type Account, commissionCents, isExcluded, settleTrades } from './account.ts';
import type { AccountBook } from './account-book.ts';
import { payoutPercentAt, type Quotes } from './simulated-quotes.ts';

export interface PartnerApiDependencies {
  readonly book: AccountBook;
  readonly partner: string;
  readonly token: string;
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

const slowMs = 20_000;

/**
 * The partner's API in the form of Pocket Option's `user-info`, including its redirect over a
 * language path; and what its trades pay now, by pair.
 */
export function servePartnerApi(app: FastifyInstance, needs: PartnerApiDependencies): void {
  const { book, partner, token, quotes, now, chance } = needs;
  const computeHash = (id: string): string => createHash('md5').update(`${id}:${partner}:${token}`).digest('hex');

  const answer = async (account: Account, reply: FastifyReply): Promise<unknown> => {
    if (account.behaviour === 'silent') return reply.hijack();
    if (account.behaviour === 'slow') await pause(slowMs, null, { ref: false });
    if (settleTrades(account, { now: now(), quotes, chance })) await book.save();
    return userInfo(account, now());
  };

  const path = '/api/user-info/:id/:partner/:hash';
  app.get<{ Params: Question }>(path, (request, reply) => reply.redirect(`/en${request.url}`, 302));
  app.get<{ Params: Question }>(`/en${path}`, async ({ params }, reply) => {
    const isSigned = params.partner === partner && params.hash === computeHash(params.id);
    if (!isSigned) return reply.code(403).send({ error: 'hash' });
    const account = book.find(params.id);
    const isUnknown = account?.partner !== partner || account.behaviour === 'missing';
    return isUnknown ? reply.code(404).send({ error: 'not found' }) : answer(account, reply);
  });

  app.get<{ Params: Omit<Question, 'id'> }>('/api/payouts/:partner/:hash', ({ params }, reply) => {
    const isSigned = params.partner === partner && params.hash === computeHash('payouts');
    if (!isSigned) return reply.code(403).send({ error: 'hash' });
    const at = now();
    return Object.fromEntries(majorPairs.map(({ symbol }) => [symbol, payoutPercentAt(symbol, at)]));
  });
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
