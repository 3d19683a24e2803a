import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { users } from '#server/database/schema.ts';
import { newPasswords } from '#server/modules/accounts/sign-in/passwords.ts';
import { createFigure, quantile } from '../figure.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { seedTokens, seedUsers } from '../setup/seed-users.ts';
import { startProduct } from '../setup/start-program.ts';
import { steadyLoad } from '../load/steady-load.ts';
import { untilPriced } from '../load/until-priced.ts';

const loginsPerMinute = 200;
const pricesPerSecond = 500;
/**
 * Short enough that other load on the machine affects both alike; a round combines several
 * stretches of each.
 */
const stretchS = 3;
const stretches = 5;
const rounds = 5;
const path = '/python_api/price/EURUSD';
const password = 'The-right-one-1';

export const loginsRow: Row = {
  name: 'logins',
  what: `${loginsPerMinute} logins a minute beside ${pricesPerSecond} calls a second of GET ${path}`,
  peer: 'the same prices without logins, round by round',
  async measure(print) {
    print('starting the database and the product');
    const postgres = await startOwnPostgres();
    const SECRET = randomBytes(32).toString('hex');
    const product = await startProduct({ DATABASE_URL: postgres.url, SECRET, TRUST_PROXY: '127.0.0.1' });
    try {
      const ids = await seedUsers(postgres.db, 1_000);
      await postgres.db.update(users).set({ passwordHash: await newPasswords().hash(password) });
      const [token = ''] = await seedTokens(postgres.db, ids.slice(0, 1), SECRET);
      await untilPriced(product.url, token, ['EURUSD']);
      const emails = ids.map((id) => `${id}@kurs.example`);
      const prices = () =>
        steadyLoad({
          url: product.url + path,
          headers: { authorization: `Bearer ${token}` },
          perSecond: pricesPerSecond,
          seconds: stretchS,
        });
      print('warming up');
      await besideLogins(product.url, emails, prices);
      print(`${rounds} rounds of ${stretches} × ${stretchS} s with and without`);
      const measured: { alone: number; beside: number; login: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const times = { alone: [] as number[], beside: [] as number[], logins: [] as number[] };
        for (let stretch = 0; stretch < stretches; stretch += 1) {
          times.alone.push(...(await prices()));
          const beside = await besideLogins(product.url, emails, prices);
          times.beside.push(...beside.prices);
          times.logins.push(...beside.logins);
        }
        const p99 = (of: readonly number[]) => quantile(of, 0.99);
        measured.push({ alone: p99(times.alone), beside: p99(times.beside), login: quantile(times.logins, 0.5) });
      }
      const of = (name: 'alone' | 'beside' | 'login') => measured.map((round) => round[name]);
      return [
        createFigure(
          'p99 of prices, with logins / without',
          '×',
          measured.map(({ alone, beside }) => beside / alone),
          { atMost: 1.2 },
        ),
        createFigure('p99 of prices without logins', 'ms', of('alone')),
        createFigure('p99 of prices beside logins', 'ms', of('beside')),
        createFigure('a login, median', 'ms', of('login')),
      ];
    } finally {
      await product.stop();
      await postgres.stop();
    }
  },
};

/**
 * Each login comes from its own address, as behind a proxy: the limit is 30 in 15 minutes per
 * address.
 */
let knocks = 0;

/** Logins one after another at their rate, until the prices have been measured. */
async function besideLogins(url: string, emails: readonly string[], measurePrices: () => Promise<number[]>) {
  const state = { isOver: false };
  const everyMs = 60_000 / loginsPerMinute;
  const logins: Promise<number>[] = [];
  const knock = async (): Promise<void> => {
    while (!state.isOver) {
      knocks += 1;
      logins.push(logIn(url, emails[knocks % emails.length] ?? '', knocks));
      await pause(everyMs);
    }
  };
  const knocking = knock();
  const prices = await measurePrices();
  state.isOver = true;
  await knocking;
  return { prices, logins: await Promise.all(logins) };
}

async function logIn(url: string, email: string, i: number): Promise<number> {
  const startedAt = performance.now();
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.${(i >> 8) & 255}.${i & 255}` },
    body: JSON.stringify({ email, password }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`a login was answered with ${answer.status}`);
  return performance.now() - startedAt;
}
