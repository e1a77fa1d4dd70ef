import { type QueryClient, QueryClientContext, type QueryKey } from "@tanstack/react-query"
import { Component, type ReactNode } from "react"

type Props = {
  /** Prefix of all query keys of the part. */
  queryKey: QueryKey
  /** Replaces the broken part. */
  fallback: (retry: () => void) => ReactNode
  children: ReactNode
}

/** Keeps a fault in a part of ours inside that part: without this it would replace the whole page. */
export class Boundary extends Component<Props, { failed: boolean }> {
  /** Read as context and not with a hook, which throws where the dashboard's client cannot be found. */
  static contextType = QueryClientContext
  state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  /** Asks the store again: the last answer may be the one that failed to show. */
  private retry = () => {
    const client = this.context as QueryClient | undefined
    client?.removeQueries({ queryKey: this.props.queryKey })
    this.setState({ failed: false })
  }

  render() {
    return this.state.failed ? this.props.fallback(this.retry) : this.props.children
  }
}
