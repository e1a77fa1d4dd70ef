import { type QueryClient, QueryClientContext, type QueryKey } from "@tanstack/react-query"
import { Component, type ComponentProps, type ReactNode } from "react"
import { FailedSection } from "./unloaded-section"

type Props = Partial<Pick<ComponentProps<typeof FailedSection>, "of" | "level">> & {
  /** The prefix of all query keys used inside the boundary. */
  queryKey: QueryKey
  children: ReactNode
}

/**
 * Catches an error in one of our components, which would otherwise replace the whole page, and shows an error message instead. If `of` is omitted, it
 * shows nothing.
 */
export class Boundary extends Component<Props, { failed: boolean }> {
  /** Gets the query client from its context, because the `useQueryClient` hook throws if the dashboard has no client. */
  static contextType = QueryClientContext
  state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  /** Loads the data again, because the last response may have caused the error. */
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
