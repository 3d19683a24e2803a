import type { PageFacts } from '../language/page-title.ts';

/** React puts these into the head, and takes them out again when the page goes. */
export function PageHead({ facts: { title, description, isUnlisted } }: { facts: PageFacts }) {
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {isUnlisted && <meta name="robots" content="noindex" />}
    </>
  );
}
