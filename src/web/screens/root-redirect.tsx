import { Link } from 'react-router';
import { brand } from '#domain/brand.ts';
import { languages } from '#domain/language.ts';
import { languageNames } from '../language/language-names.ts';
import { paths } from '../paths.ts';
import { PageHead } from '../routing/page-head.tsx';

/**
 * Bare `/`, for visitors without scripts: main.tsx redirects everyone else to their language before
 * anything is shown.
 */
export function RootRedirect() {
  return (
    <main className="boot">
      <PageHead facts={{ title: brand.name }} />
      <nav className="flex flex-col gap-2" aria-label={brand.name}>
        {languages.map((lang) => (
          <Link key={lang} className="link" to={paths.home(lang)} hrefLang={lang} lang={lang}>
            {languageNames[lang].name}
          </Link>
        ))}
      </nav>
    </main>
  );
}
