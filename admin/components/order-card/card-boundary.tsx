import { Component, type ReactNode } from "react"
import { CardError } from "./card-error"

/** Keeps a fault in the card inside the card: without this it would replace the whole order page. */
export class CardBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  render() {
    if (!this.state.failed) return this.props.children
    return <CardError onRetry={() => this.setState({ failed: false })} />
  }
}
