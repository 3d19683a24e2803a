import { Link } from 'react-router';
import { type WikiSlug, wikiSlugs } from '#content/wiki/wiki-article.ts';
import { pageTitle } from '#web/language/page-title.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';
import { Drawing } from '#web/wiki/drawing.tsx';
import { ReadingTime, wikiCards } from '#web/wiki/reading-time.tsx';

export const meta = pageTitle(
  ({ t }) => t('common.header.wiki'),
  ({ t }) => t('instruction.wiki.description'),
);

export default function Wiki() {
  const { t } = usePhrases();
  return (
    <div className="wrap">
      <div className="ph">
        <div className="flex flex-col gap-2">
          <h1 className="h1">{t('common.header.wiki')}</h1>
          <p>{t('instruction.wiki.lead')}</p>
        </div>
      </div>
      <ul className="grid grid-cols-3 gap-gutter tablet:grid-cols-2 phone:grid-cols-1">
        {wikiSlugs.map((slug, index) => (
          <Card key={slug} slug={slug} isLead={index === 0} />
        ))}
      </ul>
    </div>
  );
}

const leadCard = 'col-span-full grid grid-cols-[1.15fr_1fr] phone:flex';
const leadPicture = 'min-h-[300px] border-r phone:aspect-video phone:min-h-0 phone:border-r-0 phone:border-b';

/** The whole card is the link, spoken as its title alone. */
function Card({ slug, isLead }: { slug: WikiSlug; isLead: boolean }) {
  const { lang, f } = usePhrases();
  const { title, description, readingTime, hero } = wikiCards[lang][slug];
  return (
    <li className={`card relative flex-col overflow-hidden hover:border-(--line-3) ${isLead ? leadCard : 'flex'}`}>
      <div
        className={`overflow-hidden border-line bg-s2 [&_svg]:size-full ${isLead ? leadPicture : 'aspect-video border-b'}`}
      >
        <Drawing name={hero.src} alt="" f={f} />
      </div>
      <div className={`flex flex-1 flex-col gap-2 text-[15px] ${isLead ? 'justify-center p-7' : 'px-5 pt-4.5 pb-5'}`}>
        <h2 className={isLead ? 'text-[1.5rem]' : 'text-[1.125rem]'}>
          <Link className="after:absolute after:inset-0" to={paths.wikiArticle(lang, slug)}>
            {title}
          </Link>
        </h2>
        <p>{description}</p>
        <div className={isLead ? 'pt-2' : 'mt-auto pt-2'}>
          <ReadingTime minutes={readingTime} />
        </div>
      </div>
    </li>
  );
}
