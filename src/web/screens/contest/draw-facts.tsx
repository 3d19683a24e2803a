import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Contest } from '#contract/contest.ts';
import { quicknet } from '#domain/contest/beacon-chain.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';

/** Every value of the draw, or when it will be available. */
export function DrawFacts({ contest }: { contest: Contest }) {
  const { t, f } = usePhrases();
  const { draw, me } = contest;
  return (
    <dl>
      <Fact name={t('contest.draw.joined')} value={f.count(contest.joined)} />
      <Fact
        name={t('contest.draw.eligible')}
        value={draw.eligible === null ? null : f.count(draw.eligible)}
        later={t('contest.draw.later')}
      />
      <Fact name={t('contest.draw.list')} value={toMono(draw.listHash)} later={t('contest.draw.later')} />
      {draw.rule === 'beacon' && <BeaconFacts draw={draw} />}
      <Fact name={t('contest.draw.number')} value={toMono(draw.number)} later={t('contest.draw.notYetNumber')} />
      {me?.entryId && <Fact name={t('contest.own.entry')} value={<Mono text={me.entryId} />} />}
    </dl>
  );
}

function BeaconFacts({ draw }: Pick<Contest, 'draw'>) {
  const { t } = usePhrases();
  return (
    <>
      <Fact
        name={t('contest.draw.leaf')}
        value={draw.closedAt === null ? null : <RecordLeaf leaf={draw.leaf} />}
        later={t('contest.draw.later')}
      />
      <Fact
        name={t('contest.draw.round')}
        value={draw.round === null ? null : <Round draw={draw} />}
        later={t('contest.draw.later')}
      />
      <Fact
        name={t('contest.draw.randomness')}
        value={toMono(draw.randomness)}
        later={t('contest.draw.notYetNumber')}
      />
      <Fact name={t('contest.draw.formula')} value={<Mono text={t('contest.draw.formulaText')} />} />
    </>
  );
}

/** `later`: shown while there is no value. */
function Fact({ name, value, later }: { name: string; value: ReactNode; later?: string }) {
  return (
    <div className="hashrow">
      <dt className="k">{name}</dt>
      <dd className="v tabular-nums">{value ?? <span className="text-ink-3">{later}</span>}</dd>
    </div>
  );
}

const Mono = ({ text }: { text: string }) => <span className="mono">{text}</span>;

const toMono = (text: string | null): ReactNode => (text === null ? null : <Mono text={text} />);

/** Where the closing is on the public record. */
function RecordLeaf({ leaf }: { leaf: number | null }) {
  const { t, f, lang } = usePhrases();
  if (leaf === null) return t('contest.draw.noLeaf');
  return (
    <Link className="link" to={paths.record(lang, leaf)}>
      {t('contest.draw.leafValue', { number: f.count(leaf) })}
    </Link>
  );
}

/** The round with its time, linked to drand itself. */
function Round({ draw: { round, roundAt } }: Pick<Contest, 'draw'>) {
  const { t, f } = usePhrases();
  if (round === null || roundAt === null) return null;
  const at = Date.parse(roundAt);
  return (
    <a className="link" href={`https://api.drand.sh/${quicknet.hash}/public/${round}`} rel="noreferrer" target="_blank">
      {t('contest.draw.roundValue', { round: String(round), day: f.date(at), time: f.clock(at) })}
    </a>
  );
}
