import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Failure } from './failure.tsx';

/** An accident in a page leaves the frame around it standing, and the next page begins anew. */
export function PageBoundary({ children }: { children: ReactNode }) {
  return <Boundary address={useLocation().pathname}>{children}</Boundary>;
}

interface Props {
  readonly address: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly failedAt: string | null;
}

class Boundary extends Component<Props, State> {
  override state: State = { error: null, failedAt: null };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error };
  }

  static getDerivedStateFromProps({ address }: Props, { error, failedAt }: State): Partial<State> {
    if (error === null) return { failedAt: address };
    return failedAt === address ? {} : { error: null, failedAt: address };
  }

  override render(): ReactNode {
    return this.state.error === null ? this.props.children : <Failure error={this.state.error} />;
  }
}
