import type { PageFacts } from '../language/page-title.ts';

/** React moves these into the head, and removes them when the page unmounts. */
export function DocumentHead({ facts: { title, description, isUnlisted } }: { facts: PageFacts }) {
  return (
    <>
      <title>{title}</title>
      {description && <meta name="description" content={description} />}
      {isUnlisted && <meta name="robots" content="noindex" />}
    </>
  );
}
