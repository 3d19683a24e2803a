import { X } from 'lucide-react';
import { detectLanguage } from '../language/detect-language.ts';
import { languageNames } from '../language/language-names.ts';
import { usePhrases } from '../language/use-phrases.ts';
import { writeStored } from '../storage/stored.ts';
import { useStored } from '../storage/use-stored.ts';
import { useSwitchLanguage } from './header/language-menu.tsx';

/**
 * Offers the browser's language to a visitor for whom the site chose another one, as at a bare `/`.
 */
export function LanguageOffer() {
  const { t, lang } = usePhrases();
  const given = useStored('language-given');
  const switchTo = useSwitchLanguage();
  if (given !== lang) return null;
  const preferred = detectLanguage(null, navigator.languages);
  if (preferred === lang) return null;
  const { name, offer } = languageNames[preferred];
  return (
    <section className="lang-offer" aria-label={name} lang={preferred}>
      <button type="button" className="link" onClick={() => switchTo(preferred)}>
        {offer}
      </button>
      <button
        type="button"
        className="ibtn bare"
        lang={lang}
        aria-label={t('common.close')}
        onClick={() => writeStored('language-given', null)}
      >
        <X className="ic" aria-hidden="true" />
      </button>
    </section>
  );
}
