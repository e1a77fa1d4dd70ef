import { type QueryClient, QueryClientContext, type QueryKey } from "@tanstack/react-query"
import { Component, type ReactNode } from "react"

type Props = {
  /** Prefix of all query keys of the part. */
  queryKey: QueryKey
  /** Replaces the broken part. */
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Contains an error in one of our parts, which would otherwise replace the whole page. */
export class Boundary extends Component<Props, { failed: boolean }> {
  /** Read as context and not with a hook, which throws if the dashboard's client is missing. */
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
    return this.state.failed ? this.props.fallback(this.retry) : this.props.children
  }
}
