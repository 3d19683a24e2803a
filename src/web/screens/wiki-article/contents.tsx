import { usePhrases } from '#web/language/use-phrases.ts';
import type { TitledBlock } from './titled-blocks.ts';
import { useSectionRead } from './use-section-read.ts';

/** Beside the text on wide screens, folded above it on narrow ones. */
export function Contents({ titled, isFolded }: { titled: readonly TitledBlock[]; isFolded?: boolean }) {
  const { t } = usePhrases();
  const sections = titled.flatMap(({ id, block }) => ('title' in block ? [{ id, title: block.title }] : []));
  const current = useSectionRead(sections.map(({ id }) => id));
  const links = sections.map(({ id, title }) => (
    <a key={id} href={`#${id}`} aria-current={id === current ? 'location' : undefined}>
      {title}
    </a>
  ));
  if (!isFolded)
    return (
      <nav className="toc" aria-label={t('wiki.contents')}>
        {links}
      </nav>
    );
  return (
    <details className="toc-m">
      <summary>{t('wiki.contents')}</summary>
      <nav aria-label={t('wiki.contents')}>{links}</nav>
    </details>
  );
}
