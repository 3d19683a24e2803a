import { Link } from 'react-router';
import { brand } from 'virtual:brand';
import { usePhrases } from '#web/language/use-phrases.ts';
import { paths } from '#web/paths.ts';

/** The mark and the name; links to the top of the home page. */
export function BrandLink({ onClick }: { onClick?: () => void }) {
  const { t, lang } = usePhrases();
  return (
    <Link className="logo" to={paths.home(lang)} aria-label={t('common.header.home')} onClick={onClick}>
      <BrandMark />
      <span>{brand.name}</span>
    </Link>
  );
}

export function BrandMark() {
  return (
    // Checked when the brand is read: a drawing without scripts.
    <span className="contents" aria-hidden="true" dangerouslySetInnerHTML={{ __html: brand.logo }} />
  );
}
