import type { ReactNode } from 'react';
import type { Contest } from '#contract/contest.ts';
import { usePhrases } from '#web/language/use-phrases.ts';

/** Every value of the draw, or when it will be available. */
export function DrawFacts({ contest }: { contest: Contest }) {
  const { t, f } = usePhrases();
  const { draw, me } = contest;
  const { beaconUrl } = draw;
  return (
    <>
      <dl>
        <Fact name={t('contest.draw.joined')} value={f.count(contest.joined)} />
        <Fact
          name={t('contest.draw.eligible')}
          value={draw.eligible === null ? null : f.count(draw.eligible)}
          later={t('contest.draw.later')}
        />
        <Fact name={t('contest.draw.commitment')} value={<Mono text={draw.commitment} />} />
        <Fact name={t('contest.draw.list')} value={monoOf(draw.listHash)} later={t('contest.draw.later')} />
        <Fact name={t('contest.draw.seed')} value={monoOf(draw.seed)} later={t('contest.draw.secret')} />
        {beaconUrl !== null && <Fact name={t('contest.draw.round')} value={<BeaconLink url={beaconUrl} />} />}
        {beaconUrl !== null && (
          <Fact
            name={t('contest.draw.randomness')}
            value={monoOf(draw.randomness)}
            later={t('contest.draw.notYetNumber')}
          />
        )}
        <Fact name={t('contest.draw.number')} value={monoOf(draw.number)} later={t('contest.draw.notYetNumber')} />
        <Fact name={t('contest.draw.formula')} value={<Mono text={t('contest.draw.formulaText')} />} />
        {me?.entryId && <Fact name={t('contest.own.entry')} value={<Mono text={me.entryId} />} />}
      </dl>
      {beaconUrl === null && <p className="text-13 text-ink-3 contest-said">{t('contest.draw.honest')}</p>}
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

const monoOf = (text: string | null): ReactNode => (text === null ? null : <Mono text={text} />);

function BeaconLink({ url }: { url: string }) {
  return (
    <a className="link wrap-anywhere" href={url} rel="noreferrer" target="_blank">
      {url}
    </a>
  );
}
