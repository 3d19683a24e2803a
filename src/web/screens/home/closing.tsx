import { Link } from 'react-router';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useSession } from '#web/session/session-store.ts';
import { OutcomeMark } from '#web/ui/outcome-mark.tsx';
import type { Settled } from './to-results.ts';

/** Losses are emphasised here on purpose. */
export function Closing({ results }: { results: readonly Settled[] | null }) {
  const { t, lang } = usePhrases();
  const isSignedIn = useSession().kind === 'in';
  return (
    <section className="sec">
      <div className="wrap">
        <div className="cta-band cta-g">
          <div>
            <h2>{t('home.closing.title')}</h2>
            <p className="lead">{t(isSignedIn ? 'home.closing.textMember' : 'home.closing.text')}</p>
            <div className="cta">
              <Link className="btn btn-p btn-lg" to={paths.record(lang)}>
                {t('home.toRecord')}
              </Link>
              <Link className="btn btn-s btn-lg" to={isSignedIn ? paths.signal(lang) : paths.register(lang)}>
                {t(isSignedIn ? 'home.toSignals' : 'home.closing.register')}
              </Link>
            </div>
          </div>
          <Wall results={results} />
        </div>
      </div>
    </section>
  );
}

function Wall({ results }: { results: readonly Settled[] | null }) {
  const { t, f } = usePhrases();
  const number = results?.length ?? 0;
  const lost = results?.filter((result) => result === 'unsuccessful').length ?? 0;
  return (
    <figure className="wall-f">
      <div className="wall" aria-hidden="true">
        {results?.toReversed().map((result, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: beads are alike and only ever appended
          <Bead key={place} result={result} />
        ))}
      </div>
      {number > 0 && (
        <figcaption className="text-13 text-ink-3">
          {t('home.closing.wall', { lost: f.count(lost), number: f.count(number) })}
        </figcaption>
      )}
    </figure>
  );
}

const Bead = ({ result }: { result: Settled }) =>
  result === 'unsuccessful' ? (
    <OutcomeMark shape="loss" />
  ) : (
    <svg viewBox="0 0 16 16">
      {result === 'successful' ? (
        <circle cx="8" cy="8" r="6.4" fill="none" stroke="var(--t3)" strokeWidth="1.2" />
      ) : (
        <path d="M8 1.6 14.4 8 8 14.4 1.6 8z" fill="none" stroke="var(--t3)" strokeWidth="1.2" />
      )}
    </svg>
  );
