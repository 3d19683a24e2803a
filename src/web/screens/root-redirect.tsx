import { Link } from 'react-router';
import { brand } from '#domain/brand.ts';
import { withoutScriptsPath } from '#contract/paths.ts';
import { languages } from '#domain/language.ts';
import { languageNames } from '../language/languages.ts';
import { paths } from '../paths.ts';
import { PageHead } from '../routing/page-head.tsx';

/**
 * Bare `/`: main.tsx redirects to the visitor's language before anything is shown, and the server
 * does so for visitors without scripts.
 */
export function RootRedirect() {
  return (
    <main className="boot">
      <PageHead facts={{ title: brand.name }} />
      <noscript>
        <meta httpEquiv="refresh" content={`0; url=${withoutScriptsPath}`} />
      </noscript>
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
