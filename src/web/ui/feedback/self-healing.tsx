import { Component, Fragment, type ReactNode } from 'react';
import { isImportError } from '#web/api/api-error.ts';
import { usePhrases } from '#web/language/use-phrases.ts';
import { LoadError } from './load-error.tsx';

interface SelfHealingProps {
  /** Omitted when it fails again and again; otherwise an error message with a button takes its place. */
  readonly isOptional?: boolean;
  readonly children: ReactNode;
}

const maxFailures = 3;
const withinMs = 10_000;

/**
 * A part of a page whose error leaves the rest standing: it is rendered again, at most three times
 * in ten seconds. Page translators and extensions may remove what React is about to change.
 */
export class SelfHealing extends Component<SelfHealingProps, { readonly hasFailed: boolean; readonly turn: number }> {
  override state = { hasFailed: false, turn: 0 };
  #failures: readonly number[] = [];

  static getDerivedStateFromError(): { readonly hasFailed: true } {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    const now = performance.now();
    this.#failures = [...this.#failures.filter((at) => now - at < withinMs), now];
    // A file that did not load would not load at once either.
    if (this.#failures.length <= maxFailures && !isImportError(error)) this.#renderAgain();
  }

  override render(): ReactNode {
    const { isOptional = false, children } = this.props;
    const { hasFailed, turn } = this.state;
    if (!hasFailed) return <Fragment key={turn}>{children}</Fragment>;
    return isOptional ? null : <Failed onRetry={this.#renderAgain} />;
  }

  readonly #renderAgain = (): void => this.setState(({ turn }) => ({ hasFailed: false, turn: turn + 1 }));
}

function Failed({ onRetry }: { onRetry: () => void }) {
  const { t } = usePhrases();
  return <LoadError title={t('common.error.title')} onRetry={onRetry} />;
}
