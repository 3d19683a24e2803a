import { randomBytes } from 'node:crypto';
import { currencyPairs } from '#domain/market/currency-pair.ts';
import { besidePeer, figuresOfPairs, load } from '../load/load.ts';
import { installPeers } from '../peers/install-peers.ts';
import { startOwnPostgres } from '../setup/own-postgres.ts';
import type { Row } from '../row.ts';
import { seedTokens, seedUsers } from '../setup/seed-users.ts';
import { startProduct, startSignalPeer } from '../setup/start-program.ts';
import { untilPriced, untilStated } from '../load/until-priced.ts';

const connections = 20;
/** Each for a different user, because a user may have one signal at a time. */
const issuesARound = 1_000;
const rounds = 5;

export const signalRow: Row = {
  name: 'signal',
  what: `GET /python_api/signal/manual: choose, store, record; ${issuesARound} users a round, ${connections} connections`,
  peer: 'a Fastify route with the same guards that makes the same statements through bare pg',
  async measure(print) {
    if (!installPeers(print)) throw new Error('the row needs @fastify/jwt');
    print('starting the databases, the product and the peer');
    const [postgres, peersPostgres] = [await startOwnPostgres(), await startOwnPostgres()];
    await seedUsers(peersPostgres.db, (rounds + 1) * issuesARound);
    const SECRET = randomBytes(32).toString('hex');
    const product = await startProduct({ DATABASE_URL: postgres.url, SECRET });
    const peer = await startSignalPeer(peersPostgres.url);
    try {
      print('seeding users');
      const tokens = await seedTokens(postgres.db, await seedUsers(postgres.db, (rounds + 1) * issuesARound), SECRET);
      const symbols = currencyPairs.map(({ symbol }) => symbol);
      await untilPriced(product.url, tokens[0] ?? '', symbols);
      await untilStated(product.url);
      const issueRound = async () => {
        const own = tokens.splice(0, issuesARound);
        await rememberSessions(product.url, own);
        const requests = own.map((token, i) => toIssue(token, i));
        return load(product.process, { url: product.url, connections, amount: issuesARound, ...inTurn(requests) });
      };
      const peerRound = () =>
        load(peer.process, { url: `${peer.url}/signal`, headers: peer.headers, connections, amount: issuesARound });
      print('warming up');
      await besidePeer(1, issueRound, peerRound);
      print(`${rounds} rounds`);
      return figuresOfPairs(await besidePeer(rounds, issueRound, peerRound), { atLeast: 0.8 });
    } finally {
      await Promise.all([product.stop(), peer.stop()]);
      await Promise.all([postgres.stop(), peersPostgres.stop()]);
    }
  },
};

interface Issue {
  readonly path: string;
  readonly headers: { readonly authorization: string };
}

/** Pairs in turn; ten minutes, so that none is settled during the measurement. */
const toIssue = (token: string, i: number): Issue => ({
  path: `/python_api/signal/manual?interval=10&symbol=${currencyPairs[i % currencyPairs.length]?.symbol}`,
  headers: { authorization: `Bearer ${token}` },
});

/** Autocannon calls this to build each request. */
function inTurn(issues: readonly Issue[]) {
  let next = 0;
  return { requests: [{ setupRequest: (request: object) => ({ ...request, ...issues[next++] }) }] };
}

/**
 * Caches the login sessions first, because a user who requests a signal has loaded the screen
 * before.
 */
async function rememberSessions(url: string, tokens: readonly string[]): Promise<void> {
  const width = 50;
  for (let i = 0; i < tokens.length; i += width) {
    const requested = tokens.slice(i, i + width).map(async (token) => {
      const answer = await fetch(`${url}/python_api/price/EURUSD`, { headers: { authorization: `Bearer ${token}` } });
      await answer.arrayBuffer();
    });
    await Promise.all(requested);
  }
}
