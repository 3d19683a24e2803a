import type { AdminModel } from '#contract/admin/models.ts';
import type { SystemState } from '#contract/admin/system.ts';
import { signalLimits } from '#domain/signals/limits.ts';
import { minuteMs } from '#domain/time.ts';
import { f, spanText, toExpectedEnd } from '#web/admin/admin-texts.ts';

/** An issue that needs attention, with its effect on users. */
export type Remark = readonly [title: string, text: string];

interface Product {
  readonly system: SystemState;
  readonly models: readonly AdminModel[];
}

/** Most severe first: what prevents signals, also on purpose, then what prevents mails, then what can wait. */
export function findRemarks({ system, models }: Product): Remark[] {
  const { signals, database, jobs } = system;
  const failedJobs = jobs?.reduce((sum, queue) => sum + queue.failed, 0) ?? 0;
  const found: (Remark | false)[] = [
    ofMaintenance(system),
    ...ofProcesses(system),
    ofFeed(system),
    signals.overdue > 0 && [
      `Overdue settlements: ${f.count(signals.overdue)}`,
      'These signals expired over a minute ago and have no result.',
    ],
    ofRecord(system),
    database.answerMs !== null &&
      database.answerMs > slowDatabaseMs && [
        `The database takes ${spanText(database.answerMs)} to respond`,
        'A few milliseconds is normal.',
      ],
    ofBroker(system),
    ofConsumers(system),
    jobs === null && ['The job queue isn’t responding', 'Emails and ID checks will wait until it’s back.'],
    failedJobs > 0 && [`Failed jobs: ${f.count(failedJobs)}`, 'Retries ran out. The server log has the reasons.'],
    ...ofMail(system),
    ...models.map(
      ({ name, reasonText }): Remark | false =>
        reasonText !== null && [
          `${name} is switched off`,
          'Users get no signals of it. The Models page switches it on.',
        ],
    ),
    ...models.map(
      ({ name, flag }): Remark | false =>
        flag !== null && [
          `${name} has drifted from its card`,
          'Live results don’t match what training measured. Recalibrate it or raise its threshold.',
        ],
    ),
  ];
  return found.filter((remark) => remark !== false);
}

const slowDatabaseMs = 250;

const isReady = ({ checks }: SystemState, wanted: 'mail' | 'record' | 'valkey'): boolean =>
  checks.every(({ name, state }) => name !== wanted || state === 'ok');

function ofMaintenance({ maintenance }: SystemState): Remark | false {
  if (maintenance === null) return false;
  const end = toExpectedEnd(maintenance.until);
  return ['Maintenance is on', `Users see a page that says so, ${end}, and get no signals. The Notices page ends it.`];
}

/** Each process publishes its state every few seconds: one that has just started may not know the others yet. */
const othersKnownAfterMs = minuteMs / 4;

const effects = { engine: 'Nothing is entered or settled.', worker: 'No job runs and no email leaves.' };

function ofProcesses(system: SystemState): (Remark | false)[] {
  const { processes, now, startedAt } = system;
  if (!isReady(system, 'valkey'))
    return [['Valkey isn’t responding', 'The processes don’t hear each other, and issue no signals without it.']];
  if (Date.parse(now) - Date.parse(startedAt) < othersKnownAfterMs) return [];
  return (['engine', 'worker'] as const).map(
    (wanted) =>
      processes.every(({ role }) => role !== wanted && role !== 'all') && [`No ${wanted} is running`, effects[wanted]],
  );
}

const lateAfterMs = minuteMs;

/** Settlement has a remark of its own. */
function ofConsumers({ consumers }: SystemState): Remark | false {
  const late = (consumers ?? []).filter(({ name, lagMs }) => name !== 'settlement' && lagMs > lateAfterMs);
  const list = late.map(({ name, lagMs }) => `${name} ${spanText(lagMs)}`).join(', ');
  return late.length > 0 && [`Late: ${list}`, 'What is due waits for a worker: none runs, or it’s busy or stuck.'];
}

function ofFeed({ feed }: SystemState): Remark | false {
  if (!feed.isConnected) {
    return [
      'No prices coming in',
      'The market connection is down. No new signals; open ones are settled under the record’s rules.',
    ];
  }
  if (!feed.isMarketOpen || feed.delayMs === null) return false;
  if (feed.delayMs > signalLimits.signalPriceMaxAgeMs) {
    return [
      `Prices are ${spanText(feed.delayMs)} behind`,
      'The latest price is over 5 s old: no new signals until it updates.',
    ];
  }
  const silent = feed.pairs - feed.freshPairs;
  return (
    silent > 0 && [
      `Pairs with no prices: ${f.count(silent)} of ${f.count(feed.pairs)}`,
      'The other pairs work. These get no signals.',
    ]
  );
}

function ofRecord(system: SystemState): Remark | false {
  const { state } = system.record;
  if (state === 'behind')
    return ['The record isn’t being signed', 'The database is older than what was signed: npm run new-record.'];
  if (state === 'other_market')
    return ['Nothing is being recorded', 'The feed or its pairs aren’t those of the record: npm run new-record.'];
  return !isReady(system, 'record') && ['The record isn’t being signed', 'The server log has the reason.'];
}

function ofBroker({ broker: { kind, state } }: SystemState): Remark | false {
  if (state === 'ok') return false;
  if (kind === 'manual' && state === 'degraded')
    return [
      'The partner’s list is too old',
      'Balances no longer count, and nobody gets signals. Read a new list on the Claims page.',
    ];
  return state === 'down'
    ? [
        'The broker isn’t responding',
        'New IDs aren’t being checked. Users whose balance was checked in the last day keep access.',
      ]
    : ['The broker is rejecting some requests', 'New IDs take longer to check. Checked balances stay valid for a day.'];
}

/** A mail that has waited longer has failed its first attempts. */
const mailTimeoutMs = 10 * minuteMs;

function ofMail(system: SystemState): (Remark | false)[] {
  const { isSending, oldestWaitingAt, failed } = system.mail;
  // Without a mail server the demo uses its mailbox page, which is not an issue.
  if (!isSending) {
    const kept = 'SMTP_URL isn’t set, so emails stay in the queue and reach nobody.';
    return [!isReady(system, 'mail') && ['Emails aren’t being sent', kept]];
  }
  const since = oldestWaitingAt === null ? null : Date.parse(oldestWaitingAt);
  return [
    since !== null &&
      Date.parse(system.now) - since > mailTimeoutMs && [
        `Emails waiting since ${f.clock(since)}`,
        'The mail server hasn’t accepted them yet. Retries continue on schedule.',
      ],
    failed > 0 && [
      `Emails not sent: ${f.count(failed)}`,
      'The server rejected them or retries ran out. See the reasons on the Email page.',
    ],
  ];
}
