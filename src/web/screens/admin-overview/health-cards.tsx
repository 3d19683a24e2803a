import { Activity, CircleCheck, Landmark, Link2, type LucideIcon, Mail, Moon, TriangleAlert } from 'lucide-react';
import type { AdminOverview, SystemState } from '#contract/admin/system.ts';
import { limits } from '#domain/signals/limits.ts';
import { countText, feedNameIn, spanIn } from '#web/admin/admin-texts.ts';
import type { Phrases } from '#web/language/phrase-book.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Fact } from '#web/ui/card.tsx';

type State = 'works' | 'slow' | 'down' | 'resting' | 'chained';

interface Health {
  readonly icon: LucideIcon;
  readonly name: string;
  readonly about: string;
  readonly state: State;
  readonly rows: readonly (readonly [string, string])[];
}

/** State of the feed, the broker, mails and the record. */
export function HealthCards({ system, overview }: { system: SystemState; overview: AdminOverview | null }) {
  const phrases = usePhrases();
  const cards = [
    ofFeed(system, phrases),
    ofBroker(system, overview, phrases),
    ofMail(system, phrases),
    ofRecord(system, phrases),
  ];
  return (
    <div className="adm-health">
      {cards.map((card) => (
        <HealthCard key={card.name} {...card} />
      ))}
    </div>
  );
}

function HealthCard({ icon: Icon, name, about, state, rows }: Health) {
  return (
    <section className="card">
      <div className="flex items-center gap-3 justify-between adm-health-h">
        <span className="tile">
          <Icon className="ic" />
        </span>
        <StateWord state={state} />
      </div>
      <div className="adm-health-n">
        <h2 className="h3">{name}</h2>
        <p className="text-13 text-ink-3">{about}</p>
      </div>
      <dl className="dl">
        {rows.map(([label, value]) => (
          <Fact key={label} name={label}>
            {value}
          </Fact>
        ))}
      </dl>
    </section>
  );
}

const styles: Record<State, { icon: LucideIcon; tone: string }> = {
  works: { icon: CircleCheck, tone: 'text-win' },
  chained: { icon: CircleCheck, tone: 'text-win' },
  resting: { icon: Moon, tone: 'text-ink-2' },
  slow: { icon: TriangleAlert, tone: 'text-warn' },
  down: { icon: TriangleAlert, tone: 'text-loss' },
};

function StateWord({ state }: { state: State }) {
  const { t } = usePhrases();
  const { icon: Icon, tone } = styles[state];
  return (
    <span className={`flex items-center gap-2 text-13 ${tone}`}>
      <Icon className="ic size-4" />
      <b className="font-semibold">{t(`admin.overview.${state}`)}</b>
    </span>
  );
}

function ofFeed({ feed }: SystemState, phrases: Phrases): Health {
  const { t, f } = phrases;
  return {
    icon: Activity,
    name: t('admin.overview.quotes'),
    about: t('admin.overview.quotesOf', {
      feed: feedNameIn(phrases, feed.kind),
      fresh: f.count(feed.freshPairs),
      n: f.count(feed.pairs),
    }),
    state: feedState(feed),
    rows: [
      [t('admin.overview.delay'), feed.delayMs === null ? '—' : spanIn(phrases, feed.delayMs)],
      [
        t('admin.overview.dropped'),
        t('admin.overview.droppedOf', { n: f.count(feed.dropped), all: f.count(feed.dropped + feed.accepted) }),
      ],
    ],
  };
}

function feedState({ isConnected, isMarketOpen, delayMs }: SystemState['feed']): State {
  if (!isConnected) return 'down';
  if (!isMarketOpen) return 'resting';
  return delayMs !== null && delayMs <= limits.signalPriceMaxAgeMs ? 'works' : 'slow';
}

const brokerStates = { ok: 'works', degraded: 'slow', down: 'down' } as const;

function ofBroker({ broker: { kind, state } }: SystemState, overview: AdminOverview | null, phrases: Phrases): Health {
  const { t } = phrases;
  return {
    icon: Landmark,
    name: t('admin.overview.broker'),
    about: t(`admin.overview.brokers.${kind === 'pocket' ? 'pocket' : 'sandbox'}`),
    state: brokerStates[state],
    rows: [
      [t('admin.models.status'), t(`admin.system.states.${state}`)],
      [t('admin.overview.withAccess'), overview ? countText(overview.users.withAccess, overview.users, phrases) : '—'],
    ],
  };
}

function ofMail({ now, mail, checks }: SystemState, phrases: Phrases): Health {
  const { t, f } = phrases;
  const isWell = checks.every(({ name, state }) => name !== 'mail' || state === 'ok');
  const { oldestWaitingAt } = mail;
  return {
    icon: Mail,
    name: t('admin.overview.mail'),
    about: `${t(mail.isSending ? 'admin.overview.smtp' : 'admin.overview.kept')}, ${t('admin.overview.waiting').toLowerCase()} ${f.count(mail.waiting)}`,
    state: isWell ? 'works' : 'slow',
    rows: [
      [
        t('admin.overview.oldest'),
        oldestWaitingAt === null
          ? t('admin.overview.none')
          : spanIn(phrases, Math.max(0, Date.parse(now) - Date.parse(oldestWaitingAt))),
      ],
      [t('admin.overview.failed'), f.count(mail.failed)],
    ],
  };
}

function ofRecord({ record, checks, signals }: SystemState, { t, f }: Phrases): Health {
  const isSigned = checks.every(({ name, state }) => name !== 'record' || state === 'ok');
  return {
    icon: Link2,
    name: t('admin.overview.record'),
    about: t('admin.overview.recordOf', { n: f.count(record.size) }),
    state: isSigned ? 'chained' : 'slow',
    rows: [
      [
        t('admin.overview.checkpoint'),
        record.checkpoint ? f.time(Date.parse(record.checkpoint.signedAt)) : t('admin.overview.noCheckpoint'),
      ],
      [t('admin.overview.overdue'), f.count(signals.overdue)],
    ],
  };
}
