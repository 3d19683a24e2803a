import { Component, type ReactNode } from 'react';
import { brand } from 'virtual:brand';
import { Button } from '#web/ui/button.tsx';
import { ApiError, isImportError } from '../api/api-error.ts';
import { getLanguage } from '../language/languages.ts';
import { arePhrasesLoaded, phrasesIn } from '../language/phrase-book.ts';
import { paths } from '../paths.ts';

interface Props {
  readonly address: string;
  /** The user has left the address that failed. */
  readonly onCleared?: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly failedAt: string | null;
}

/** How often a page at one address is rendered again. */
const maxHealed = 3;

/**
 * An error in a page leaves the layout mounted, and is cleared at the next address. A DOMException,
 * as extensions cause that change the document, renders the page again.
 */
export class PageBoundary extends Component<Props, State> {
  override state: State = { error: null, failedAt: null };
  #healed = 0;

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ address }: Props, { error, failedAt }: State): Partial<State> {
    if (error === null) return { failedAt: address };
    return failedAt === address ? {} : { error: null, failedAt: address };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof DOMException && this.#healed++ < maxHealed) this.setState({ error: null });
  }

  override componentDidUpdate(before: Props, { error }: State): void {
    if (error !== null && this.state.error === null) this.props.onCleared?.();
    if (before.address !== this.props.address) this.#healed = 0;
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <Failure error={this.state.error} />;
  }
}

/** Error page with minimal dependencies: neither the router nor the phrases may be loaded. */
function Failure({ error }: { error: unknown }) {
  const lang = getLanguage(location.pathname);
  const t = arePhrasesLoaded(lang, ['common']) ? phrasesIn(lang).t : null;
  const isAway = isImportError(error);
  return (
    <div className="boot min-h-screen grid place-items-center">
      <div className="state" role="alert">
        <h1 className="h2">{t?.('common.error.title') ?? brand.name}</h1>
        <p>{t?.(isAway ? 'common.error.offline' : 'common.error.text')}</p>
        {error instanceof ApiError && error.requestId && (
          <p className="text-13 text-ink-3">
            {t?.('common.error.requestId', { id: error.requestId }) ?? error.requestId}
          </p>
        )}
        <div className="acts">
          <Button
            look="p"
            onClick={() => location.reload()}
            text={t?.(isAway ? 'common.tryAgain' : 'common.error.reload') ?? '↻'}
          />
          <Button look="s" href={paths.home(lang)} text={t?.('common.notFound.home') ?? brand.name} />
        </div>
      </div>
    </div>
  );
}
