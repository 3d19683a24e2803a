import { Check, TriangleAlert } from 'lucide-react';
import { brand } from 'virtual:brand';
import type { LegalKey, LegalText } from '#contract/brand.ts';
import type { Language } from '#domain/language.ts';
import { toLanguage } from '#web/language/languages.ts';
import type { PageMeta, PageParams } from '#web/language/page-title.ts';
import { glueWords } from '#web/language/render-phrase.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { type LazyPart, lazyPart, partNow } from '#web/routing/lazy-part.ts';
import { TextLink } from '#web/ui/text-link.tsx';

/** A legal text as a page, which loads it before it is shown. */
export const legalScreen = (key: LegalKey) => ({
  default: () => <LegalPage document={key} />,
  meta: (({ params }) => {
    const lang = toLanguage(params.lang);
    const text = legalTexts[key][lang].loaded();
    if (!text) return { title: brand.name };
    return { title: `${text.title} · ${brand.name}`, description: glueWords(text.description, lang) };
  }) satisfies PageMeta,
  prepare: ({ lang }: PageParams): Promise<unknown> => legalTexts[key][toLanguage(lang)].load(),
});

/** Summary, risk warning, then the whole text: readable without scripts. */
function LegalPage({ document: key }: { document: LegalKey }) {
  const { t, lang } = usePhrases();
  const { title, short, risk, sections } = partNow(legalTexts[key][lang]);
  return (
    <div className="wrap grid gap-6 max-w-200 pt-10 pb-16 leading-[1.6]">
      <h1 className="h1 hyphens-auto">{title}</h1>
      <p className="text-14 text-ink-3">{t('common.legal.since', { date: brand.legalSince })}</p>
      <section className="grid gap-3 py-6 px-6.5 rounded-lg border border-(--line-2) bg-s1">
        <h2 className="text-20">{t('common.legal.short')}</h2>
        <ul className="flex flex-col gap-3">
          {short.map((text) => (
            <li key={text} className="flex items-start gap-3">
              <Check className="ic win size-5 mt-0.75" />
              <span>{glueWords(text, lang)}</span>
            </li>
          ))}
        </ul>
        <p className="text-13 text-ink-3">{t('common.legal.shortNote')}</p>
      </section>
      {risk && <Risk risk={risk} />}
      {sections.map((section, index) => (
        <section key={section.title} className="grid gap-3">
          <h2 className="h3">
            <span className="tabular-nums text-ink-3">{index + 1}.</span> {section.title}
          </h2>
          {section.paragraphs.map((text) => (
            <p key={text}>{glueWords(text, lang)}</p>
          ))}
          {section.points.length > 0 && (
            <ul className="grid gap-2 pl-5.5 list-disc">
              {section.points.map((text) => (
                <li key={text}>{glueWords(text, lang)}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {key === 'terms' && <TextLink className="text-14" href="/licences.txt" text={t('common.legal.licences')} />}
    </div>
  );
}

function Risk({ risk: { title, paragraphs } }: { risk: NonNullable<LegalText['risk']> }) {
  const { lang } = usePhrases();
  return (
    <section
      className="grid gap-3 py-6 px-6.5 rounded-lg border bg-(--warn-soft) border-(--warn-line) text-ink-1"
      id="risk"
    >
      <div className="flex items-center gap-3">
        <TriangleAlert className="ic size-6 text-warn" />
        <h2 className="text-20">{title}</h2>
      </div>
      {paragraphs.map((text) => (
        <p key={text}>{glueWords(text, lang)}</p>
      ))}
    </section>
  );
}

type Texts = Readonly<Record<Language, LazyPart<LegalText>>>;

/** Lazy-loads only the requested document, in one language. */
export const legalTexts: Readonly<Record<LegalKey, Texts>> = {
  terms: {
    uk: lazyPart(() => import('virtual:brand/terms.uk').then((file) => file.default)),
    en: lazyPart(() => import('virtual:brand/terms.en').then((file) => file.default)),
    ru: lazyPart(() => import('virtual:brand/terms.ru').then((file) => file.default)),
  },
  'privacy-policy': {
    uk: lazyPart(() => import('virtual:brand/privacy-policy.uk').then((file) => file.default)),
    en: lazyPart(() => import('virtual:brand/privacy-policy.en').then((file) => file.default)),
    ru: lazyPart(() => import('virtual:brand/privacy-policy.ru').then((file) => file.default)),
  },
  'cookie-policy': {
    uk: lazyPart(() => import('virtual:brand/cookie-policy.uk').then((file) => file.default)),
    en: lazyPart(() => import('virtual:brand/cookie-policy.en').then((file) => file.default)),
    ru: lazyPart(() => import('virtual:brand/cookie-policy.ru').then((file) => file.default)),
  },
};
