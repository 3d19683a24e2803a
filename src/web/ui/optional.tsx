import { Component, type ReactNode, Suspense } from 'react';

/**
 * An optional part of a page: rendered once loaded, and omitted when loading or rendering fails.
 */
export class Optional extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : <Suspense fallback={null}>{this.props.children}</Suspense>;
  }
}
