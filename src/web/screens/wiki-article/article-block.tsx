import type { Picture } from '#content/wiki/wiki-article.ts';
import { glueWords } from '#web/language/render-phrase.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { Drawing } from '#web/wiki/drawing.tsx';
import type { TitledBlock } from './titled-blocks.ts';

export function ArticleBlock({ id, block }: TitledBlock) {
  switch (block.type) {
    case 'section':
      return (
        <section aria-labelledby={id}>
          <h2 id={id}>{glueWords(block.title)}</h2>
          {block.text.map((paragraph) => (
            <p key={paragraph}>{glueWords(paragraph)}</p>
          ))}
          {block.image && <Figure {...block.image} />}
        </section>
      );
    case 'list':
      return (
        <section aria-labelledby={id}>
          <h2 id={id}>{glueWords(block.title)}</h2>
          <ul>
            {block.items.map((item) => (
              <li key={item}>{glueWords(item)}</li>
            ))}
          </ul>
        </section>
      );
    case 'quote':
      return <blockquote>{glueWords(block.text)}</blockquote>;
    case 'image':
      return <Figure {...block} />;
  }
}

/** The alternative text is the caption, so that every reader gets the same text. */
function Figure({ src, alt }: Picture) {
  const { f } = usePhrases();
  return (
    <figure>
      <div className="card">
        <Drawing name={src} alt="" f={f} />
      </div>
      <figcaption>{glueWords(alt)}</figcaption>
    </figure>
  );
}
