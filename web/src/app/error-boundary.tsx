import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { FanMark } from '../ui/fan-mark.tsx';

interface Props {
  readonly children: ReactNode;
}

/** Catches what a screen throws, such as a script that a newer version has replaced, and offers a reload. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className="p-4 sm:p-6">
        <EmptyState
          level={1}
          icon={<FanMark />}
          title="Something went wrong"
          action={<Button onClick={() => window.location.reload()}>Reload</Button>}
        >
          This page stopped working. Reloading usually helps.
        </EmptyState>
      </div>
    );
  }
}
