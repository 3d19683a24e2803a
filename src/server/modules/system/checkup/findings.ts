import type { Checkup } from '#contract/admin/checkup.ts';

/** As shown, in English. */
type ShownFinding = Checkup['findings'][number];

/**
 * All that a checkup may find, in the order of its lines: the subject, how it is, the text, and what
 * to do.
 */
const findingKinds = {
  settings_ok: ['Settings', 'ok', 'all read'],
  settings_wrong: ['Settings', 'failure', 'wrong', 'Correct the named line; .env.example explains every setting.'],
  brand_ok: ['Brand', 'ok', 'your own'],
  brand_demo: ['Brand', 'absent', 'still as shipped', 'Make it yours: CONTRIBUTING.md, A brand.'],
  brand_default: [
    'Brand',
    'warning',
    'still as shipped',
    'Change what is named, in the folder of BRAND_DIR: CONTRIBUTING.md, A brand.',
  ],
  brand_unbuilt: [
    'Brand',
    'warning',
    'the pages show another one than BRAND_DIR',
    'Build them with the named folder: BRAND_DIR=<folder> npm run build, then restart.',
  ],
  node_ok: ['Node.js', 'ok', 'version supported'],
  node_old: ['Node.js', 'failure', 'version too old', 'Install Node.js 24 or newer.'],
  disk_ok: ['Disk', 'ok', 'enough space'],
  disk_low: ['Disk', 'warning', 'little space left', 'Free some space, or move DATA_DIR to a larger disk.'],
  disk_full: ['Disk', 'failure', 'hardly any space left', 'Free some space now: without it nothing can be stored.'],
  disk_locked: [
    'Disk',
    'failure',
    'the data folder can’t be written',
    'Let this user write to the folder, or choose another one with DATA_DIR.',
  ],
  database_ok: ['Database', 'ok', 'working'],
  database_down: ['Database', 'failure', 'not responding', 'Start PostgreSQL, or correct DATABASE_URL.'],
  database_old: ['Database', 'failure', 'version too old', 'Upgrade PostgreSQL to version 15 or newer.'],
  database_rights: [
    'Database',
    'failure',
    'missing rights',
    'Grant CREATE on the database and on its schema public to the user of DATABASE_URL.',
  ],
  database_session: [
    'Database',
    'failure',
    'a pooler shares its sessions',
    'Let it give each connection a session of its own (PgBouncer: pool_mode = session), or connect to PostgreSQL itself.',
  ],
  database_unsafe: [
    'Database',
    'warning',
    'may lose what it stored',
    'Turn on in postgresql.conf what is named: otherwise a crash loses what was saved.',
  ],
  database_connections: [
    'Database',
    'warning',
    'too few connections',
    'Raise max_connections: 30 for each process of the product.',
  ],
  database_taken: [
    'Database',
    'absent',
    'in use by the running product',
    'The Overview page of the running product shows its state.',
  ],
  clock_ok: ['Clock', 'ok', 'right'],
  clock_off: ['Clock', 'warning', 'differs from others', 'Synchronize this machine’s clock (NTP).'],
  clock_wrong: [
    'Clock',
    'failure',
    'wrong',
    'Synchronize this machine’s clock (NTP): so far apart, no signal is issued.',
  ],
  valkey_ok: ['Valkey', 'ok', 'responding'],
  valkey_down: ['Valkey', 'failure', 'not responding', 'Start Valkey, or correct REDIS_URL.'],
  valkey_absent: ['Valkey', 'absent', 'not configured', 'REDIS_URL lets several processes work together.'],
  feed_ok: ['Prices', 'ok', 'coming in'],
  feed_closed: ['Prices', 'ok', 'market closed, connected'],
  feed_simulated: ['Prices', 'absent', 'not a real market', 'FEED=deriv gives real prices without a key.'],
  feed_down: ['Prices', 'failure', 'not connected', 'Check the key and the address of the feed, and the network.'],
  feed_silent: [
    'Prices',
    'failure',
    'connected, but no prices',
    'Check PAIRS, and that your account may read these pairs.',
  ],
  feed_late: [
    'Prices',
    'failure',
    'all prices are late',
    'Check this machine’s clock and the network: a price older than 5 s gives no signal.',
  ],
  feed_partial: [
    'Prices',
    'warning',
    'not for every pair',
    'Pairs without prices get no signals: remove them from PAIRS, or check your account.',
  ],
  pairs_ok: ['Pairs offered', 'ok', 'known'],
  pairs_missing: [
    'Pairs offered',
    'warning',
    'not all of PAIRS',
    'The others run. Remove these from PAIRS, or ask the broker for them.',
  ],
  spread_ok: ['Spread', 'ok', 'known'],
  spread_unknown: [
    'Spread',
    'absent',
    'unknown',
    'The feed sends one price without bid and ask: the broker’s prices may differ more.',
  ],
  history_ok: ['Price history', 'ok', 'readable'],
  history_missing: [
    'Price history',
    'warning',
    'not readable',
    'The first forecasts wait until enough bars were collected; check what the key may read.',
  ],
  calls_ok: ['Calls for history', 'ok', 'left'],
  calls_spent: [
    'Calls for history',
    'warning',
    'used up',
    'History waits until calls are free again: a larger plan of the feed gives more.',
  ],
  broker_ok: ['Broker', 'ok', 'responding'],
  broker_lists: ['Broker', 'ok', 'answered by an administrator, balances up to date'],
  broker_lists_old: [
    'Broker',
    'warning',
    'the partner’s list is too old',
    'Export the list at the partner and read it at /en/admin/claims: until then nobody gets signals.',
  ],
  broker_lists_none: ['Broker', 'absent', 'no lists before the first start', 'Start the product once, then repeat.'],
  broker_lists_unseen: ['Broker', 'absent', 'the partner’s lists can’t be read from here', 'See the Claims page.'],
  broker_training: ['Broker', 'absent', 'practice broker', 'BROKER=pocket or BROKER=manual connects a real broker.'],
  broker_rejected: [
    'Broker',
    'failure',
    'rejects our key',
    'Correct BROKER_PARTNER_ID and BROKER_API_TOKEN: without them nobody can confirm an ID.',
  ],
  broker_down: ['Broker', 'warning', 'not responding', 'New IDs wait. Check BROKER_API_URL and the network.'],
  mail_ok: ['Email', 'ok', 'the server accepts our login'],
  mail_sent: ['Email', 'ok', 'test message sent'],
  mail_absent: ['Email', 'absent', 'not configured', 'SMTP_URL sends emails; without it they are only stored.'],
  mail_down: [
    'Email',
    'failure',
    'the server accepts no email',
    'Correct SMTP_URL: without emails nobody can confirm an address.',
  ],
  mail_rejected: [
    'Email',
    'failure',
    'test message rejected',
    'Check MAIL_FROM, and that the server may send from that address.',
  ],
  push_ok: ['Push messages', 'ok', 'keys are valid'],
  push_mismatch: [
    'Push messages',
    'warning',
    'the keys don’t belong together',
    'Take VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY from one pair, or remove both.',
  ],
  telegram_ok: ['Telegram', 'ok', 'the bot responds'],
  telegram_absent: ['Telegram', 'absent', 'not configured', 'TELEGRAM_BOT_TOKEN sends alerts by Telegram.'],
  telegram_rejected: ['Telegram', 'warning', 'token rejected', 'Get a new token from @BotFather.'],
  telegram_down: ['Telegram', 'warning', 'not responding', 'Check TELEGRAM_API_URL and the network.'],
  llm_ok: ['Language models', 'ok', 'responding'],
  llm_absent: ['Language models', 'absent', 'not configured', 'OPENAI_API_KEY turns on two language models.'],
  llm_down: [
    'Language models',
    'warning',
    'not responding',
    'Check the key, the address, the model’s name and the credit left.',
  ],
  record_ok: ['Record', 'ok', 'the database has all that was signed'],
  record_behind: [
    'Record',
    'warning',
    'the database lacks what was signed',
    'The database was restored to an older state. Restore a newer one, or stop the product and run npm run new-record.',
  ],
  witnesses_ok: ['Witnesses', 'ok', 'responding'],
  witnesses_absent: [
    'Witnesses',
    'absent',
    'not configured',
    'WITNESSES proves to others that the record is one history.',
  ],
  witnesses_down: ['Witnesses', 'warning', 'not all respond', 'Check the addresses in WITNESSES; cosignatures wait.'],
  address_ok: ['Public address', 'ok', 'responding'],
  address_local: ['Public address', 'absent', 'this machine only', 'A PUBLIC_URL with https opens the site to others.'],
  address_idle: [
    'Public address',
    'absent',
    'nothing answers yet',
    'Start the product and the proxy in front of it, and repeat: then it shows whether PUBLIC_URL responds.',
  ],
  address_plain: [
    'Public address',
    'warning',
    'not encrypted',
    'Use https: without it there are no secure cookies and no push.',
  ],
  address_down: [
    'Public address',
    'warning',
    'not responding from here',
    'Check DNS, the certificate and the proxy in front of the product.',
  ],
  backups_ok: ['Backups', 'ok', 'the database’s log is archived'],
  backups_failing: [
    'Backups',
    'warning',
    'archiving the database’s log fails',
    'Read PostgreSQL’s log and correct archive_command.',
  ],
  backups_unseen: [
    'Backups',
    'absent',
    'can’t be seen from here',
    'Back up the database, DATA_DIR/record and SECRET: docs/operating.md, Backups.',
  ],
} as const satisfies Readonly<
  Record<string, readonly [subject: string, state: ShownFinding['state'], text: string, advice?: string]>
>;

export type FindingCode = keyof typeof findingKinds;

/** `detail`: a name, a version or a measurement, in no language; null: none. */
export interface Finding {
  readonly code: FindingCode;
  readonly detail: string | null;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table above
export const findingCodes = Object.keys(findingKinds) as readonly FindingCode[];

export function showFinding({ code, detail }: Finding): ShownFinding {
  const [subject, state, text, advice = null] = findingKinds[code];
  return { code, subject, state, text, detail, advice };
}

/** In the order of the table. */
export const sortFindings = (findings: readonly Finding[]): Finding[] =>
  findings.toSorted((a, b) => findingCodes.indexOf(a.code) - findingCodes.indexOf(b.code));
