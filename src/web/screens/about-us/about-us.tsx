import { CircleHelp } from 'lucide-react';
import { Link } from 'react-router';
import { brand } from '#domain/brand.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { ReviewsSection } from '#web/reviews/reviews-section.tsx';
import { Earnings } from './earnings.tsx';
import { Figures } from './figures.tsx';
import { Rules } from './rules.tsx';
import { Team } from './team.tsx';

export const meta = pageTitle(
  ({ t }) => t('about.pageTitle'),
  ({ t }) => t('about.description'),
);

/**
 * How we earn and which conflicts of interest follow, how models are judged, who does what, and
 * user reviews.
 */
export default function AboutUs() {
  const { t } = usePhrases();
  return (
    <>
      <section className="hero hero-s hero-top">
        <div className="hero-bg" />
        <div className="wrap">
          <h1>{t('about.title')}</h1>
          <p className="lead">{t('about.lead')}</p>
        </div>
      </section>
      <Figures />
      <Earnings />
      <Rules />
      <Team />
      <ReviewsSection />
      <Closing />
    </>
  );
}

function Closing() {
  const { t, lang } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap">
        <div className="cta-band">
          <h2 className="h1">{t('about.closing.title')}</h2>
          <p className="lead">{t('about.closing.text')}</p>
          <div className="cta">
            <Link className="btn btn-p btn-lg" to={paths.record(lang)}>
              {t('about.closing.record')}
            </Link>
            <a className="btn btn-s btn-lg" href={brand.links.support} rel="noreferrer">
              <CircleHelp className="ic" aria-hidden="true" />
              {t('about.closing.ask')}
            </a>
          </div>
        </div>
      </div>
    </section>
  );
}
