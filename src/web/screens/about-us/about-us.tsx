import {
  Activity,
  AppWindow,
  ArrowRight,
  Check,
  CircleHelp,
  Landmark,
  LifeBuoy,
  Microscope,
  Navigation,
  Scale,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import { teamRoles } from '#domain/brand.ts';
import { brand } from 'virtual:brand';
import { pageTitle } from '#web/language/page-title.ts';
import { Rich } from '#web/language/rich.tsx';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { useOverall } from '#web/record/figures.ts';
import { ReviewsSection } from './reviews-section.tsx';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { PageHero, Section } from '#web/ui/section.tsx';
import { Rules } from './rules.tsx';

export const meta = pageTitle(
  ({ t }) => t('common.header.aboutUs'),
  ({ t }) => t('about.description'),
);

/** How we earn, which conflicts follow, how models are judged, and who does what. */
export default function AboutUs() {
  const { t } = usePhrases();
  return (
    <>
      <PageHero>
        <div className="wrap">
          <h1>{t('about.title')}</h1>
          <p className="lead">{t('about.lead')}</p>
        </div>
      </PageHero>
      <Figures />
      <Earnings />
      <Rules />
      <Team />
      <ReviewsSection />
      <Closing />
    </>
  );
}

/** Only from the record; missing figures are stated as missing. */
function Figures() {
  const { t, f } = usePhrases();
  const { overall } = useOverall();
  const interval = overall?.interval;
  const rate = interval ? f.range(interval.low, interval.high) : t('about.figures.few');
  return (
    <section className="border-y border-line bg-(--bg-deep)" aria-label={t('about.figures.label')}>
      <div className="wrap grid min-h-[108px] grid-cols-[repeat(4,auto)] items-center justify-between gap-12 py-[22px] tablet:items-end tablet:gap-x-6 tablet:gap-y-5 phone:grid-cols-[1fr_1fr]">
        <Figure name={t('about.figures.total')} value={overall ? f.count(overall.total) : '—'} />
        <Figure name={t('about.figures.rate')} value={overall ? rate : '—'} />
        <Figure
          name={t('about.figures.proven')}
          value={
            overall
              ? t('about.figures.provenOf', { proven: f.count(overall.proven), models: f.count(overall.models) })
              : '—'
          }
        />
        <Figure name={t('about.figures.pay')} value={f.usd(0)} />
      </div>
    </section>
  );
}

const Figure = ({ name, value }: { name: string; value: string }) => (
  <dl>
    <dt className="text-[.8125rem]/[1.4] text-ink-3">{name}</dt>
    <dd className="font-head text-[22px]/[1.25] font-[560] tracking-[-.02em] whitespace-nowrap text-ink-1 phone:text-[18px] phone:whitespace-normal">
      {value}
    </dd>
  </dl>
);

const parties = [
  ['you', UserRound],
  ['broker', Landmark],
  ['us', Navigation],
] as const;
const brakes = ['limit', 'stop', 'chase', 'pause'] as const;
/** Our share of the turnover, as in the agreement with the broker. */
const share = 0.02;

function Earnings() {
  const { t, f } = usePhrases();
  return (
    <section className="sec">
      <div className="wrap grid grid-cols-[4fr_8fr] gap-x-12 gap-y-gutter tablet:grid-cols-1">
        <div className="flex flex-col gap-4">
          <h2 className="h1">{t('about.earn.title')}</h2>
          <p>{t('about.earn.text')}</p>
          <p className="text-14 text-ink-3">{t('about.earn.example')}</p>
        </div>
        <div className="flex flex-col gap-5">
          <ol className="grid grid-cols-[1fr_1.3fr_1.3fr] gap-3.5 phone:grid-cols-[minmax(0,1fr)] phone:gap-2">
            {parties.map(([key, Icon], index) => (
              <li key={key} className="flex items-center gap-3.5 phone:flex-col phone:items-stretch phone:gap-2">
                {index > 0 && (
                  <span
                    className="relative text-ink-3 phone:flex phone:items-center phone:gap-2 phone:self-center"
                    aria-hidden="true"
                  >
                    <ArrowRight className="ic phone:rotate-90" />
                    {key === 'us' && (
                      <i className="absolute bottom-[calc(100%+4px)] left-1/2 -translate-x-1/2 text-[13px]/[1] font-semibold whitespace-nowrap text-ink-1 not-italic phone:static phone:translate-x-0">
                        ≈ {f.percent(share)}
                      </i>
                    )}
                  </span>
                )}
                <div className="card grid h-full flex-1 justify-items-start gap-1 p-4 leading-[1.45]">
                  <span className="tile">
                    <Icon className="ic" />
                  </span>
                  <b className="mt-2 font-head text-[1.125rem]/[1.3] font-[560] text-ink-1">{t(`about.earn.${key}`)}</b>
                  <span className="text-13 text-ink-3">{t(`about.earn.${key}Text`)}</span>
                </div>
              </li>
            ))}
          </ol>
          <Note icon={Scale} tone="warn">
            <Rich text={t('about.earn.conflict')} />
          </Note>
          <ul className="grid gap-2.5 leading-normal">
            {brakes.map((key) => (
              <li key={key} className="grid grid-cols-[20px_1fr] gap-3">
                <Check className="ic mt-1 size-4.5 text-ink-1" />
                {t(`about.earn.${key}`)}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

const icons = {
  models: Microscope,
  prices: Activity,
  record: ShieldCheck,
  product: AppWindow,
  risk: Scale,
  support: LifeBuoy,
} as const;

/** Roles, with the people named by the operator. */
function Team() {
  const { t, lang } = usePhrases();
  return (
    <Section title={t('about.team.title')} lead={brand.team.length === 0 && t('about.team.lead')}>
      <ul className="grid grid-cols-3 gap-gutter phone:grid-cols-1">
        {teamRoles.map((role) => {
          const Icon = icons[role];
          return (
            <li key={role} className="card p-card flex flex-col gap-3">
              <span className="tile">
                <Icon className="ic" />
              </span>
              <h3>{t(`about.team.${role}`)}</h3>
              <p className="text-14">{t(`about.team.${role}Text`)}</p>
              {brand.team
                .filter((person) => person.role === role)
                .map(({ name, about }) => (
                  <p key={name} className="text-14">
                    <b>{name}</b>. {about[lang]}
                  </p>
                ))}
            </li>
          );
        })}
      </ul>
    </Section>
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
            <Button look="p lg" to={paths.record(lang)} text={t('about.closing.record')} />
            <Button
              look="s lg"
              href={brand.links.support}
              rel="noreferrer"
              icon={CircleHelp}
              text={t('about.closing.ask')}
            />
          </div>
        </div>
      </div>
    </section>
  );
}
