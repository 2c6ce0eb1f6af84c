import { Component, type ReactNode } from 'react';
import { MissingCode } from '../../lib/on-demand.ts';
import { BrokenScreen } from './broken-screen.tsx';
import { MissingScreen } from './missing-screen.tsx';

interface Props {
  readonly children: ReactNode;
  /** What is inside may be missing without a word. */
  readonly isOptional?: boolean;
}

/** Catches what a screen throws, and says so; code that did not come is asked for again. */
export class ErrorBoundary extends Component<Props, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('Nothing was thrown') };
  }

  override componentDidCatch(error: unknown) {
    if (error instanceof MissingCode) error.forget();
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (this.props.isOptional) return null;
    if (!(error instanceof MissingCode)) return <BrokenScreen />;
    return <MissingScreen missing={error} onRetry={() => this.setState({ error: null })} />;
  }
}
