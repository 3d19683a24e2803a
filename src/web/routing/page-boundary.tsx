import { Component, type ReactNode } from 'react';
import { Failure } from './failure.tsx';

interface Props {
  readonly address: string;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
  readonly failedAt: string | null;
}

/** An error in a page leaves the surrounding layout mounted, and is cleared at the next address. */
export class PageBoundary extends Component<Props, State> {
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
