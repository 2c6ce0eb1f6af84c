import { Component, type ReactNode } from 'react';
import { MissingCode } from '../../lib/on-demand.ts';
import { BrokenScreen } from './broken-screen.tsx';
import { MissingScreen } from './missing-screen.tsx';

interface BoundaryProps {
  readonly children: ReactNode;
  /** What is shown in place of the children that threw; `retry` shows them again. */
  readonly failed: (error: unknown, retry: () => void) => ReactNode;
}

/** Catches what its children throw; code that did not load is loaded again when they are shown again. */
export class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? 'nothing' };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof MissingCode) error.forget();
  }

  override render() {
    const { error } = this.state;
    return error === null
      ? this.props.children
      : this.props.failed(error, () => this.setState({ error: null }));
  }
}

const screenFailed: BoundaryProps['failed'] = (error, retry) =>
  error instanceof MissingCode ? (
    <MissingScreen missing={error} onRetry={retry} />
  ) : (
    <BrokenScreen onRetry={retry} />
  );

/** Catches what a screen throws, and says so. */
export const ErrorBoundary = ({ children }: { readonly children: ReactNode }) => (
  <Boundary failed={screenFailed}>{children}</Boundary>
);
