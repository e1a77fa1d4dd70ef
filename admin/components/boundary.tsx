import { type QueryClient, QueryClientContext, type QueryKey } from "@tanstack/react-query"
import { Component, type ComponentProps, type ReactNode } from "react"
import { FailedSection } from "./unloaded-section"

type Props = Partial<Pick<ComponentProps<typeof FailedSection>, "of" | "level">> & {
  /** Prefix of all query keys of the part. */
  queryKey: QueryKey
  children: ReactNode
}

/** Contains an error in one of our parts, which would otherwise replace the whole page, and reports it in its place; without `of`, shows nothing. */
export class Boundary extends Component<Props, { failed: boolean }> {
  /** Read as context and not with a hook, because that throws if the dashboard's client is missing. */
  static contextType = QueryClientContext
  state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  /** Loads again, because the last answer may be the one that failed to render. */
  private retry = () => {
    const client = this.context as QueryClient | undefined
    client?.removeQueries({ queryKey: this.props.queryKey })
    this.setState({ failed: false })
  }

  render() {
    const { of, level, children } = this.props
    if (!this.state.failed) return children
    return of ? <FailedSection of={of} level={level} onRetry={this.retry} /> : null
  }
}
