import type { ReactNode } from 'react';

interface LiveCardProps {
  readonly label: string;
  /** Further classes: `win` and `loss` colour the border, `wch` is the smaller head of a watching card. */
  readonly look?: string;
  /** What stands over the picture on wide screens only: the pair and its price. */
  readonly legend: ReactNode;
  /** The picture: an svg `lc-wide` and, up to 560 px, one `lc-slim`. */
  readonly picture: ReactNode;
  readonly strip: ReactNode;
  readonly head: ReactNode;
  readonly action: ReactNode;
  readonly why?: ReactNode;
}

/**
 * The frame of every state of the signal page, so that the same places hold the same kind of thing:
 * picture with a strip below it, head and control beside it, an explanation under both. On phones in
 * the order of the document, so that the focus moves down the page.
 */
export function LiveCard({ label, look = '', legend, picture, strip, head, action, why }: LiveCardProps) {
  return (
    <section className={`lc ${look}`.trimEnd()} aria-label={label}>
      <div className="lc-head">{head}</div>
      <div className="lc-pic">
        <div className="lc-leg">{legend}</div>
        {picture}
      </div>
      <div className="lc-act">{action}</div>
      <div className="lc-row">{strip}</div>
      {why && <div className="lc-why">{why}</div>}
    </section>
  );
}
