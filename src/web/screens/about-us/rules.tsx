import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { modelCardPath } from '#content/model-cards.ts';
import { aiModelName, trainedModelKeys } from '#domain/signals/ai-model.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/section.tsx';
import { TextLink } from '#web/ui/text-link.tsx';

const rules = ['first', 'second', 'third', 'fourth', 'fifth'] as const;

export function Rules() {
  const { t, f, lang } = usePhrases();
  return (
    <Section title={t('about.rules.title')} lead={t('about.rules.lead')}>
      <ol className="border-t border-line">
        {rules.map((key, index) => (
          <li
            key={key}
            className="grid grid-cols-[40px_minmax(0,1fr)_260px] items-center gap-x-8 gap-y-6 border-b border-line py-6.5 phone:grid-cols-[28px_minmax(0,1fr)] phone:gap-x-2 phone:gap-y-3.5 phone:py-5.5"
          >
            <span className="self-start font-head text-[1.25rem]/[1.4] font-[560] text-ink-3" aria-hidden="true">
              {f.count(index + 1)}
            </span>
            <div className="flex flex-col gap-2">
              <h3 className="h3">{t(`about.rules.${key}`)}</h3>
              <p className="max-w-[60ch]">{t(`about.rules.${key}Text`)}</p>
            </div>
            <div className="phone:col-start-2" aria-hidden="true">
              <svg className="h-auto w-[260px] max-w-full" viewBox="0 0 260 56">
                {ruleFigures[key]}
              </svg>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-6 flex flex-wrap items-start gap-3">
        <Button look="s" to={paths.record(lang)} text={t('about.rules.record')} />
        <ModelCardLinks />
      </div>
    </Section>
  );
}

/** A schematic drawing per rule; without numbers, because nothing in them was measured. */
const ruleFigures: Readonly<Record<(typeof rules)[number], ReactNode>> = {
  first: (
    <>
      <path d="M20 28H240" stroke="var(--line-3)" strokeWidth="2" />
      <circle cx="52" cy="28" r="8" fill="var(--bg)" stroke="var(--t1)" strokeWidth="3" />
      <circle cx="206" cy="28" r="8" fill="var(--up-solid)" />
    </>
  ),
  second: (
    <>
      <path d="M10 28H240" stroke="var(--line-3)" strokeWidth="10" />
      <path d="M10 28H132" stroke="var(--t3)" strokeWidth="10" />
      <path d="M132 10V46" stroke="var(--t3)" strokeWidth="2" />
      <path d="M170 6V50" stroke="var(--t1)" strokeWidth="2.5" strokeDasharray="4 3" />
    </>
  ),
  third: (
    <>
      <path d="M130 2V54" stroke="var(--t2)" strokeDasharray="3 4" />
      <path d="M150 12H230" stroke="var(--win)" strokeWidth="7" />
      <path d="M96 28H176" stroke="var(--equal)" strokeWidth="7" />
      <path d="M30 44H112" stroke="var(--loss)" strokeWidth="7" />
    </>
  ),
  fourth: (
    <>
      <path d="M20 50 240 8" stroke="var(--line-3)" strokeWidth="2" strokeDasharray="5 5" />
      <path
        d="M24 48 78 42 132 30 186 20 236 12"
        fill="none"
        stroke="var(--up-solid)"
        strokeWidth="3"
        strokeLinejoin="round"
      />
    </>
  ),
  fifth: (
    <>
      <rect x="10" y="10" width="240" height="36" rx="8" fill="var(--t3)" opacity=".14" />
      <path d="M10 30C40 22 60 40 92 30s52-8 78 2 50 0 80-6" fill="none" stroke="var(--t2)" strokeWidth="2.5" />
    </>
  ),
};

function ModelCardLinks() {
  const { t } = usePhrases();
  return (
    <details className="group open:basis-full">
      <summary className="btn btn-g w-fit [&::-webkit-details-marker]:hidden">
        {t('about.rules.cards')}
        <ChevronDown className="ic group-open:rotate-180" />
      </summary>
      <p className="mt-3 max-w-[68ch] text-14">{t('about.rules.cardsText')}</p>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-1">
        {trainedModelKeys.map((model) => (
          <li key={model}>
            <TextLink
              className="inline-block min-h-6 py-1.5"
              href={modelCardPath(model)}
              hrefLang="en"
              type="text/plain"
              text={aiModelName(model)}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
