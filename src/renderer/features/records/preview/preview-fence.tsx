import { Component, type ReactNode } from 'react';

/** An error boundary: if a hostile file crashes its preview, the rest of the page goes on working. */
export class PreviewFence extends Component<
  { fallback: ReactNode; children: ReactNode },
  { failed: boolean }
> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
