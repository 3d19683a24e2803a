import { Component, type ReactNode, Suspense } from 'react';

/** What a page can do without: drawn when it has come, and not at all when it does not come or breaks. */
export class Optional extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? null : <Suspense fallback={null}>{this.props.children}</Suspense>;
  }
}
