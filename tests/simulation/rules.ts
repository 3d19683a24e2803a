import { parseConfig, type Config } from '#server/config.ts';
import { toFeedId } from '#server/config/market.ts';
import type { Role } from '#server/config/role.ts';
import { pairs } from './simulated/simulated-prices.ts';

export const secret = 'a secret of the simulation, of more than thirty-two characters';

/** Of a process of the simulation: as an operator sets it for several processes, on a market that is always open. */
export const getConfig = (role: Role, dataDir: string): Config =>
  parseConfig({
    ROLE: role,
    DATA_DIR: dataDir,
    SECRET: secret,
    DATABASE_URL: 'postgres://simulation@localhost/simulation',
    REDIS_URL: 'redis://localhost:6379',
    PUBLIC_URL: 'https://kurs.example',
    BROKER_API_URL: 'https://broker.example',
    FEED: 'simulated',
    PAIRS: pairs.join(','),
    MARKET_CALENDAR: 'always',
    THIN_HOURS: 'include',
    CALIBRATION_DAYS: '14',
    CONTEST: 'off',
    OPENAI_API_KEY: 'key-of-the-simulation',
    OPENAI_CALLS_PER_HOUR: '0',
  });

/** What holds in every process. */
export const rules = getConfig('api', '');
export const feedId = toFeedId(rules.feed);
