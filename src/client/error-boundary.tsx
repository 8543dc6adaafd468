import { Component, type ReactNode } from 'react'

interface Props {
  /** Shown when the tree fails: what can be shown without it. */
  fallback: ReactNode
  failed(error: unknown): void
  children: ReactNode
}

/** Keeps a page on screen when rendering fails, and reports the failure. */
export class ErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override componentDidCatch(error: unknown): void {
    this.props.failed(error)
  }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.fallback : this.props.children
  }
}
