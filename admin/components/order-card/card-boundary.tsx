import { type QueryClient, QueryClientContext } from "@tanstack/react-query"
import { Component, type ReactNode } from "react"
import { orderLeaseKey } from "../../hooks/use-order-lease"
import { CardError } from "./card-error"

type Props = { orderId: string; children: ReactNode }

/** Keeps a fault in the card inside the card: without this it would replace the whole order page. */
export class CardBoundary extends Component<Props, { failed: boolean }> {
  /** Read as context and not with a hook, which throws where the dashboard's client cannot be found. */
  static contextType = QueryClientContext
  state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  /** Asks the store anew: what was answered before may be what the card could not show. */
  private retry = () => {
    const client = this.context as QueryClient | undefined
    client?.removeQueries({ queryKey: orderLeaseKey(this.props.orderId) })
    this.setState({ failed: false })
  }

  render() {
    return this.state.failed ? <CardError onRetry={this.retry} /> : this.props.children
  }
}
