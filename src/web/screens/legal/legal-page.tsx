import { Check, TriangleAlert } from 'lucide-react';
import { type LegalDocument, type LegalKey, legalSince } from '#content/legal/legal-document.ts';
import { brand } from '#domain/brand.ts';
import { defaultLanguage, isLanguage, type Language } from '#domain/language.ts';
import type { PageMeta, PageParams } from '#web/language/page-title.ts';
import { glueWords } from '#web/language/render-phrase.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { type LazyPart, lazyPart, partNow } from '#web/routing/lazy-part.ts';
import { TextLink } from '#web/ui/text-link.tsx';

/** Summary, risk warning, then the whole text: readable without scripts. */
export function LegalPage({ document: key }: { document: LegalKey }) {
  const { t, lang } = usePhrases();
  const { title, short, risk, sections } = partNow(legalTexts[key][lang]);
  return (
    <div className="wrap grid gap-6 max-w-200 pt-10 pb-16 leading-[1.6]">
      <h1 className="h1 hyphens-auto">{title}</h1>
      <p className="text-14 text-ink-3">{t('common.legal.since', { date: legalSince })}</p>
      <section className="grid gap-3 py-6 px-6.5 rounded-lg border border-(--line-2) bg-s1">
        <h2 className="text-20">{t('common.legal.short')}</h2>
        <ul className="flex flex-col gap-3">
          {short.map((text) => (
            <li key={text} className="flex items-start gap-3">
              <Check className="ic win size-5 mt-0.75" />
              <span>{filled(text)}</span>
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
            <p key={text}>{filled(text)}</p>
          ))}
          {section.points && (
            <ul className="grid gap-2 pl-5.5 list-disc">
              {section.points.map((text) => (
                <li key={text}>{filled(text)}</li>
              ))}
            </ul>
          )}
        </section>
      ))}
      {key === 'terms' && <TextLink className="text-14" href="/licences.txt" text={t('common.legal.licences')} />}
    </div>
  );
}

function Risk({ risk: { title, paragraphs } }: { risk: NonNullable<LegalDocument['risk']> }) {
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
        <p key={text}>{filled(text)}</p>
      ))}
    </section>
  );
}

/** Title and description of a legal page, in the language of its address. */
export const legalMeta =
  (key: LegalKey): PageMeta =>
  ({ params: { lang } }) => {
    const text = legalTexts[key][isLanguage(lang) ? lang : defaultLanguage].loaded();
    if (!text) return { title: brand.name };
    return { title: `${text.title} · ${brand.name}`, description: filled(text.description) };
  };

const filled = (text: string): string =>
  glueWords(text.replaceAll('{{brand}}', brand.name).replaceAll('{{support}}', brand.supportEmail));

/** Loads the text before the page is shown. */
export const prepareLegal =
  (key: LegalKey) =>
  ({ lang }: PageParams): Promise<unknown> =>
    legalTexts[key][isLanguage(lang) ? lang : defaultLanguage].load();

type Texts = Readonly<Record<Language, LazyPart<LegalDocument>>>;

/** Lazy-loads only the requested document, in one language. */
export const legalTexts: Readonly<Record<LegalKey, Texts>> = {
  terms: {
    uk: lazyPart(() => import('#content/legal/terms.uk.ts').then((file) => file.termsUk)),
    en: lazyPart(() => import('#content/legal/terms.en.ts').then((file) => file.termsEn)),
    ru: lazyPart(() => import('#content/legal/terms.ru.ts').then((file) => file.termsRu)),
  },
  'privacy-policy': {
    uk: lazyPart(() => import('#content/legal/privacy-policy.uk.ts').then((file) => file.privacyPolicyUk)),
    en: lazyPart(() => import('#content/legal/privacy-policy.en.ts').then((file) => file.privacyPolicyEn)),
    ru: lazyPart(() => import('#content/legal/privacy-policy.ru.ts').then((file) => file.privacyPolicyRu)),
  },
  'cookie-policy': {
    uk: lazyPart(() => import('#content/legal/cookie-policy.uk.ts').then((file) => file.cookiePolicyUk)),
    en: lazyPart(() => import('#content/legal/cookie-policy.en.ts').then((file) => file.cookiePolicyEn)),
    ru: lazyPart(() => import('#content/legal/cookie-policy.ru.ts').then((file) => file.cookiePolicyRu)),
  },
};
