import { type QueryClient, QueryClientContext, type QueryKey } from "@tanstack/react-query"
import { Component, type ComponentProps, type ReactNode } from "react"
import { FailedSection } from "./unloaded-section"

type Props = Partial<Pick<ComponentProps<typeof FailedSection>, "of" | "level">> & {
  queryKey: QueryKey
  children: ReactNode
}

/** Keeps an error in one of our components from replacing the whole page. Shows an error message instead, or nothing if `of` is omitted. */
export class Boundary extends Component<Props, { failed: boolean }> {
  /** The `useQueryClient` hook throws if the dashboard has no client, so read the context instead. */
  static contextType = QueryClientContext
  state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  /** The last response may have caused the error, so load the data again. */
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
